import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { returnAllProperties, takeUpToLimit } from '../../../nodes/shared/session/pagination';

/** An endless list that counts what was read of it. */
function endless(): { list: AsyncGenerator<IDataObject>; read: () => number } {
	let read = 0;
	async function* generate(): AsyncGenerator<IDataObject> {
		for (;;) yield await Promise.resolve({ id: (read += 1) });
	}
	return { list: generate(), read: () => read };
}

async function* of(count: number): AsyncGenerator<IDataObject> {
	for (let id = 1; id <= count; id += 1) yield await Promise.resolve({ id });
}

describe('takeUpToLimit', () => {
	it.each([1, 2, 50, 73])('takes %d and reads no further', async (limit) => {
		const { list, read } = endless();
		expect(await takeUpToLimit(list, { returnAll: false, limit }, false)).toHaveLength(limit);
		expect(read()).toBe(limit);
	});

	it('takes what there is', async () => {
		expect(await takeUpToLimit(of(3), { returnAll: false, limit: 50 }, false)).toHaveLength(3);
		expect(await takeUpToLimit(of(0), { returnAll: false, limit: 50 }, false)).toEqual([]);
	});

	it.each([true, false])(
		'takes all of a long list if that is wanted (tool: %s)',
		async (isTool) => {
			expect(await takeUpToLimit(of(333), { returnAll: true, limit: 5 }, isTool)).toHaveLength(333);
		},
	);

	it('gives an agent 20 unless it asks for another number', async () => {
		expect(await takeUpToLimit(of(99), { returnAll: false, limit: 50 }, true)).toHaveLength(20);
		expect(await takeUpToLimit(of(99), { returnAll: false, limit: 7 }, true)).toHaveLength(7);
		expect(await takeUpToLimit(of(99), { returnAll: false, limit: 60 }, true)).toHaveLength(60);
	});
});

describe('returnAllProperties', () => {
	it('are the two fields n8n users know', () => {
		expect(returnAllProperties.map(({ name, default: value }) => [name, value])).toEqual([
			['returnAll', false],
			['limit', 50],
		]);
	});
});
