import type { INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { answerForAgent, shortenValue } from '../../../nodes/shared/run/answerForAgent';
import { measureProcessorMs } from '../fixtures/processorTime.mts';

const items = (count: number, size = 10): INodeExecutionData[] =>
	Array.from({ length: count }, (_, id) => ({
		json: { id, text: 'x'.repeat(size) },
		pairedItem: { item: 0 },
	}));

describe('answerForAgent', () => {
	it('leaves a whole answer as it is', () => {
		expect(answerForAgent(items(30), undefined, 30_000)).toEqual(items(30));
		expect(answerForAgent([], undefined, 30_000)).toEqual([]);
	});

	it('says at the end that there are more', () => {
		const answer = answerForAgent(items(20), 30, 30_000);
		expect(answer.slice(0, -1)).toEqual(items(20).slice(0, -1));
		expect(answer[19].json.note).toBe(
			'Only 20 of 30 results are shown. This is the last one; do not take them for all. To get the rest, ask for a higher limit, or narrow the list with filters such as name or status; if this tool offers none, say that the list is incomplete.',
		);
		expect(answerForAgent(items(20), Infinity, 30_000)[19].json.note).toContain(
			'Only the first 20 results are shown, and there are more.',
		);
	});

	it('keeps as many results as fit', () => {
		const answer = answerForAgent(items(5000, 300), undefined, 30_000);
		expect(JSON.stringify(answer).length).toBeLessThan(30_000);
		expect(answer.length).toBeGreaterThan(70);
		expect(answer.at(-1)?.json.note).toContain(
			`Only ${answer.length} of 5,000 results are shown, because an answer to an agent has at most 30,000 characters.`,
		);
		expect(answer.at(-1)?.json.note).toContain('ask for fewer at once with filters');
	});

	it('shortens a single result that is too long', () => {
		const [answer] = answerForAgent(items(1, 2_000_000), undefined, 30_000);
		expect(JSON.stringify(answer).length).toBeLessThan(30_000);
		expect(answer.json).toMatchObject({
			id: 0,
			note: expect.stringMatching(/^This result has 2,000,018 characters and was short/) as string,
		});
		expect(answer.pairedItem).toEqual({ item: 0 });
	});

	it('says both where the first of many is too long', () => {
		const answer = answerForAgent(items(3, 50_000), 9, 30_000);
		expect(answer).toHaveLength(1);
		expect(JSON.stringify(answer).length).toBeLessThan(30_000);
		expect(answer[0].json.note).toMatch(/was shortened.+Only 1 of 9 results/s);
	});
});

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
		const spentMs = measureProcessorMs();
		shortenValue(value, 30_000);
		expect(spentMs()).toBeLessThan(2000);
	});
});
