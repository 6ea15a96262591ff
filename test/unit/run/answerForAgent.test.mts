import type { INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { answerForAgent } from '../../../nodes/shared/run/answerForAgent';

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
		const answer = answerForAgent(items(20), { total: 30 }, 30_000);
		expect(answer.slice(0, -1)).toEqual(items(20).slice(0, -1));
		expect(answer[19].json.note).toBe(
			'Only 20 of 30 results are shown. This is the last one; do not take them for all. To get the rest, ask for a higher limit, or narrow the list with filters such as name or status; if this tool offers none, say that the list is incomplete.',
		);
		expect(answerForAgent(items(20), {}, 30_000)[19].json.note).toContain(
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
		const answer = answerForAgent(items(3, 50_000), { total: 9 }, 30_000);
		expect(answer).toHaveLength(1);
		expect(JSON.stringify(answer).length).toBeLessThan(30_000);
		expect(answer[0].json.note).toMatch(/was shortened.+Only 1 of 9 results/s);
	});
});
