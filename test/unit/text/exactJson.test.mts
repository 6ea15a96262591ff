import { describe, expect, it } from 'vitest';

import { parseExactly } from '../../../nodes/shared/text/exactJson';
import { parseOrUndefined } from '../../../nodes/shared/text/json';

const MAX = '9007199254740991';

describe('parseExactly', () => {
	it.each([
		['18446744073709551615', '18446744073709551615'],
		['-9223372036854775808', '-9223372036854775808'],
		['[9007199254740992,-9007199254740992]', ['9007199254740992', '-9007199254740992']],
		['{"a": 9007199254740993\n}', { a: '9007199254740993' }],
		['{"a":{"b":[1, 12345678901234567890 ,2]}}', { a: { b: [1, '12345678901234567890', 2] } }],
		[
			'[12345678901234567890,12345678901234567891]',
			['12345678901234567890', '12345678901234567891'],
		],
	])('turns an integer that would be rounded into a string: %s', (text, expected) => {
		expect(parseExactly(text)).toEqual(expected);
	});

	it.each([
		MAX,
		`-${MAX}`,
		'1234567890123456',
		'0.12345678901234567890',
		'[1.12345678901234567890, 1e1234567890123456, -1.5E+20, 12345678901234567890.5]',
		'12345678901234567890e2',
		'"12345678901234567890"',
		'{"12345678901234567890": ": 12345678901234567890"}',
		'["a\\", 12345678901234567890", "\\\\", ": 12345678901234567890\\\\"]',
		'{"hash": "0x00000000000000000000000000000000"}',
		'{} 12345678901234567890',
		'[12345678901234567890',
		'"12345678901234567890',
	])('changes nothing else: %s', (text) => {
		expect(parseExactly(text)).toEqual(parseOrUndefined(text));
	});

	it('finds integers after strings that end in escapes', () => {
		expect(parseExactly('["\\\\", 12345678901234567890, "\\"", 12345678901234567891]')).toEqual([
			'\\',
			'12345678901234567890',
			'"',
			'12345678901234567891',
		]);
	});

	it('reads long strings next to such an integer without crashing the process', () => {
		const long = '\\"x'.repeat(3_000_000);
		const read = parseExactly(`["${long}", 12345678901234567890]`) as string[];
		expect(read[0]).toHaveLength(6_000_000);
		expect(read[1]).toBe('12345678901234567890');
	});
});
