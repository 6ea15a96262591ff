import { describe, expect, it } from 'vitest';

import { shortenValue } from '../../../nodes/shared/run/answerForAgent';

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

describe('shortened', () => {
	it.each([{}, { a: 1 }, [1, 2, 3], 'text', null, 7, true])('leaves %j as it is', (value) => {
		expect(shortenValue(value, 1000)).toEqual(value);
	});

	it('keeps the first entries of a long list and says how many there are', () => {
		const block = { number: '0x1', transactions: Array.from({ length: 3000 }, (_, n) => `0x${n}`) };
		const short = shortenValue(block, 1000) as typeof block;
		expect(lengthOf(short)).toBeLessThanOrEqual(1000);
		expect(short.number).toBe('0x1');
		expect(short.transactions[0]).toBe('0x0');
		expect(short.transactions.at(-1)).toMatch(/^… \d+ of 3000 entries left out$/);
	});

	it('keeps the beginning of a long text', () => {
		const short = shortenValue({ code: 'ab'.repeat(50_000) }, 30_000) as { code: string };
		expect(short.code).toMatch(/^(ab)+… \(100000 characters\)$/);
		expect(short.code.length).toBeGreaterThan(15_000);
	});

	it.each([
		['lists in lists', Array.from({ length: 500 }, () => Array.from({ length: 500 }, () => 'x'))],
		['many fields', Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`field${n}`, n]))],
		[
			'long names',
			Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}`.repeat(900), n])),
		],
		['quotes', '"\\"'.repeat(40_000)],
		['nothing but depth', JSON.parse(`${'['.repeat(900)}1${']'.repeat(900)}`) as unknown],
	])('fits whatever there is: %s', (_, value) => {
		expect(lengthOf(shortenValue(value, 2000))).toBeLessThanOrEqual(2000);
	});

	it('takes no long time for a large value', () => {
		const value = Array.from({ length: 20_000 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
		const begin = performance.now();
		shortenValue(value, 30_000);
		expect(performance.now() - begin).toBeLessThan(2000);
	});
});
