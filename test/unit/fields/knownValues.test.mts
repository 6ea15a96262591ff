import { describe, expect, it } from 'vitest';

import { searchKnown } from '../../../nodes/shared/fields/searchList';

const ENTRIES = [
	{ name: 'BNB Smart Chain', value: 'bsc' },
	{ name: 'Ethereum', value: 'ethereum' },
];

const search = async (typed?: string) =>
	(await searchKnown(ENTRIES).call({} as never, typed)).results;

describe('values that are known', () => {
	it.each([undefined, '', '  '])('returns all for %j', async (typed) => {
		expect(await search(typed)).toEqual(ENTRIES);
	});

	it.each([
		['bsc', [ENTRIES[0]]],
		['ethereum', [ENTRIES[1]]],
	])('finds the value %s', async (typed, expected) => {
		expect(await search(typed)).toEqual(expected);
	});

	it('finds names in small and capital letters, and also offers what was typed', async () => {
		expect(await search('SMART')).toEqual([ENTRIES[0], { name: 'SMART', value: 'SMART' }]);
	});

	it('offers a value it does not know as it was typed', async () => {
		expect(await search(' base ')).toEqual([{ name: 'base', value: 'base' }]);
	});

	it.each(['smart chains', 'a'.repeat(101), '<b>', '{{ $json.x }}'])(
		'does not offer %j',
		async (typed) => {
			expect(await search(typed)).toEqual([]);
		},
	);
});
