import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { returnAllProperties } from '../../../nodes/shared/fields/listFields';
import { takeUpToLimit } from '../../../nodes/shared/fields/readList';

/** An endless list that counts how many entries were read. */
function endless(): { list: AsyncGenerator<IDataObject>; read: () => number } {
	let read = 0;
	async function* generate(): AsyncGenerator<IDataObject> {
		while (true) {
			read += 1;
			yield await Promise.resolve({ id: read });
		}
	}
	return { list: generate(), read: () => read };
}

async function* of(count: number): AsyncGenerator<IDataObject> {
	for (let id = 1; id <= count; id += 1) yield await Promise.resolve({ id });
}

const person = { isTool: false, listedPart: (): void => undefined };

describe('takeUpToLimit', () => {
	it.each([1, 2, 50, 73])('takes %d and reads no further', async (limit) => {
		const { list, read } = endless();
		expect(await takeUpToLimit(() => list, { returnAll: false, limit }, person)).toHaveLength(
			limit,
		);
		expect(read()).toBe(limit);
	});

	it.each([
		['what exists', 3, { returnAll: false, limit: 50 }],
		['nothing where there is nothing', 0, { returnAll: false, limit: 50 }],
		['all of a long list if no limit is set', 333, { returnAll: true, limit: 5 }],
	])('takes %s', async (_, count, limits) => {
		expect(await takeUpToLimit(() => of(count), limits, person)).toHaveLength(count);
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
