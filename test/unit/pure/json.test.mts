import { describe, expect, it } from 'vitest';

import { isRecord, parsedOrUndefined } from '../../../nodes/shared/pure/json';

describe('isRecord', () => {
	it.each([{}, { a: 1 }, Object.create(null) as object])('takes %j for one', (value) => {
		expect(isRecord(value)).toBe(true);
	});

	it.each([null, undefined, [], [{}], 'x', '{}', 0, true, () => ({})])(
		'takes %j for none',
		(value) => {
			expect(isRecord(value)).toBe(false);
		},
	);
});

describe('parsedOrUndefined', () => {
	it.each(['{}', '[1]', '"x"', '0', 'null', 'false', ' {"a":1}\n'])('parses %j', (text) => {
		expect(parsedOrUndefined(text)).toEqual(JSON.parse(text));
	});

	it.each(['', ' ', '{', '<html>', 'undefined', '{"a":1} x', "{'a':1}"])(
		'finds no JSON in %j',
		(text) => {
			expect(parsedOrUndefined(text)).toBeUndefined();
		},
	);
});
