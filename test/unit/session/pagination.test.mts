import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { returnAllProperties, takeUpToLimit } from '../../../nodes/shared/session/pagination';

/** An endless list that counts how many entries were read. */
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
		expect(await takeUpToLimit(list, { returnAll: false, limit })).toHaveLength(limit);
		expect(read()).toBe(limit);
	});

	it('takes what exists', async () => {
		expect(await takeUpToLimit(of(3), { returnAll: false, limit: 50 })).toHaveLength(3);
		expect(await takeUpToLimit(of(0), { returnAll: false, limit: 50 })).toEqual([]);
	});

	it('takes all of a long list if no limit is set', async () => {
		expect(await takeUpToLimit(of(333), { returnAll: true, limit: 5 })).toHaveLength(333);
	});
});

describe('returnAllProperties', () => {
	it('are Return All and Limit, as in other n8n nodes', () => {
		expect(returnAllProperties.map(({ name, default: value }) => [name, value])).toEqual([
			['returnAll', false],
			['limit', 50],
		]);
	});
});
