import { describe, expect, it } from 'vitest';

import { platformOptions, rpcOptions } from '../../../nodes/shared/fields/options';
import { optionsOfRun } from '../../../nodes/shared/run/optionsOfRun';
import type { ItemValues } from '../../../nodes/shared/values/readValues';
import { Problem } from '../../../nodes/shared/text/problem';

const offered = rpcOptions().options;
const values = (...options: unknown[]): ItemValues[] =>
	options.map((each) => ({ values: { options: each } }));

describe('optionsOfRun', () => {
	it('returns the options that apply to the run when all items agree', () => {
		const one = { batchSize: 5, maxConcurrency: 2, requestsPerSecond: 1, timeout: 3 };
		const items = values(one, { ...one, timeout: 4 });
		expect(optionsOfRun(items, offered)).toEqual({
			options: { batchSize: 5, maxConcurrency: 2, requestsPerSecond: 1 },
			items,
			notes: [],
		});
	});

	it.each([[[]], [[{}, {}]], [[undefined]]])('returns none where none is set: %j', (options) => {
		const items = values(...options);
		expect(optionsOfRun(items, offered)).toEqual({ options: {}, items, notes: [] });
	});

	it('ignores items that could not be read, and options that are not offered', () => {
		const problem = new Problem('of its own');
		const items = [{ problem }, ...values({ batchSize: 5, maxConcurrency: 3 }), { problem }];
		expect(optionsOfRun(items, platformOptions().options)).toEqual({
			options: { maxConcurrency: 3 },
			items,
			notes: [],
		});
	});

	it.each<[string, object, object, object, number]>([
		['Batch Size', { batchSize: 6 }, { batchSize: 5 }, { batchSize: 5 }, 5],
		[
			'Max Concurrent Requests',
			{ maxConcurrency: 1 },
			{ maxConcurrency: 2 },
			{ maxConcurrency: 1 },
			1,
		],
		[
			'Requests per Second',
			{ requestsPerSecond: 0 },
			{ requestsPerSecond: 9 },
			{ requestsPerSecond: 9 },
			9,
		],
	])('applies the smallest %s and says so', (field, one, another, options, smallest) => {
		const ofRun = optionsOfRun(values(one, another, one), offered);
		expect(ofRun.options).toEqual(options);
		expect(ofRun.notes).toEqual([
			`The items have different values for '${field}', which applies to the whole run: the smallest, ${smallest}, was used`,
		]);
	});

	it('accepts strings that contain numbers', () => {
		const items = values({ batchSize: '10' }, { batchSize: ' 10 ' }, { batchSize: 10 });
		expect(optionsOfRun(items, offered)).toEqual({ options: { batchSize: 10 }, items, notes: [] });
	});

	it('reports an invalid value only for its own item', () => {
		const ofRun = optionsOfRun(
			values({ batchSize: 9 }, { batchSize: 0, maxConcurrency: 1 }, { batchSize: 9 }),
			offered,
		);
		expect(ofRun.options).toEqual({ batchSize: 9 });
		expect(ofRun.notes).toEqual([]);
		expect(ofRun.items.map((item) => ('problem' in item ? item.problem.message : 'fine'))).toEqual([
			'fine',
			"'Batch Size' must be a whole number from 1 to 1000, but it is 0",
			'fine',
		]);
	});

	it('names the usual value as the panel shows it', () => {
		const [item] = optionsOfRun(values({ maxConcurrency: 0 }), offered).items;
		expect('problem' in item && item.problem.hint).toBe('The usual value is 16');
	});
});
