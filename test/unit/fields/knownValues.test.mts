import { describe, expect, it } from 'vitest';

import { knownValues } from '../../../nodes/shared/fields/searchList';

const ENTRIES = [
	{ name: 'BNB Smart Chain', value: 'bsc' },
	{ name: 'Ethereum', value: 'ethereum' },
];

describe('knownValues', () => {
	it.each([undefined, '', '  '])('returns all for %j', (typed) => {
		expect(knownValues(ENTRIES, typed).results).toEqual(ENTRIES);
	});

	it.each([
		['bsc', [ENTRIES[0]]],
		['ethereum', [ENTRIES[1]]],
	])('finds the value %s', (typed, expected) => {
		expect(knownValues(ENTRIES, typed).results).toEqual(expected);
	});

	it('finds names in small and capital letters, and also offers what was typed', () => {
		expect(knownValues(ENTRIES, 'SMART').results).toEqual([
			ENTRIES[0],
			{ name: 'SMART', value: 'SMART' },
		]);
	});

	it('offers a value it does not know as it was typed', () => {
		expect(knownValues(ENTRIES, ' base ').results).toEqual([{ name: 'base', value: 'base' }]);
	});

	it.each(['smart chains', 'a'.repeat(101), '<b>', '{{ $json.x }}'])(
		'does not offer %j',
		(typed) => {
			expect(knownValues(ENTRIES, typed).results).toEqual([]);
		},
	);
});
