import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './canvasMark.mts';

/** The outcome of the example of an operation. */
export interface ExampleRun {
	/** The json of the first output item. */
	output: unknown;
	/** The files of that item, by field. */
	files?: Record<string, string>;
}

/** Where the runs are kept. They are made by test/engine/package/documentation.test.mts. */
export const runsFile = join(root, 'docs', '.runs.json');

/** The recorded runs, by `<resource>.<operation>`. */
export function exampleRuns(): Record<string, ExampleRun> {
	return JSON.parse(readFileSync(runsFile, 'utf8')) as Record<string, ExampleRun>;
}

/**
 * The parts that stay the same from run to run: instead of each value its type, of lists the first entry, of objects
 * all names.
 */
export function shapeOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
	if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}

/** Replaces what differs from run to run by values that look like those of the platform. */
export function settled(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.map((each) => settled(each));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([each, inner]) => [each, settled(inner, each)]),
		);
	}
	if (typeof value === 'number') {
		if (/latencyMs/i.test(name)) return 41;
		if (name === 'blockAgeSeconds') return 3;
		return name === 'elapsedMs' ? 12 : value;
	}
	if (typeof value !== 'string') return value;
	return value
		.replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '2026-11-20T09:15:04.000Z')
		.replace(/\b20\d\d-\d\d-\d\d\b(?!T)/g, '2026-11-20')
		.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://ethereum-mainnet.core.chainstack.com')
		.replace(/ws:\/\/127\.0\.0\.1:\d+/g, 'wss://ethereum-mainnet.core.chainstack.com')
		.replace(/127\.0\.0\.1:\d+/g, 'ethereum-mainnet.core.chainstack.com')
		.replace(/(ethereum-mainnet\.core\.chainstack\.com\/\*\*\*)\/evm/g, '$1')
		.replace('-sandbox', '');
}
