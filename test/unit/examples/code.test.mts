import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { examples, isNote } from './examples.mts';

/** Lines of Code that all examples have together at most. */
const MOST_LINES = 120;
/** Characters that one expression has at most. */
const LONGEST = 120;

/** Every text in the parameters of a node. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const codeOf = ({ jsCode }: INodeParameters): string[] =>
	typeof jsCode === 'string' ? jsCode.trim().split('\n') : [];

it('the examples have little code, for people who write none', () => {
	const lines = examples.flatMap(({ nodes }) =>
		nodes.flatMap(({ parameters }) => codeOf(parameters)),
	);
	expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
});

it.each(examples)('no expression in $file is too long to read in its field', ({ nodes }) => {
	const texts = nodes
		.filter((node) => !isNote(node))
		.filter(({ parameters }) => codeOf(parameters).length === 0)
		.flatMap(({ parameters }) => textsIn(parameters))
		.filter((text) => text.startsWith('='));
	const expressions = texts
		.flatMap((text) => text.split('{{').slice(1))
		.map((rest) => {
			const end = rest.lastIndexOf('}}');
			return rest.slice(0, end === -1 ? undefined : end).trim();
		});
	expect(expressions.filter(({ length }) => length > LONGEST)).toEqual([]);
});

it.each(examples)('no list in $file is JSON in a field of one line', ({ nodes }) => {
	const fields = nodes.flatMap(({ parameters: { assignments } }) => {
		const { assignments: list = [] } = (assignments ?? {}) as {
			assignments?: Array<{ value: unknown }>;
		};
		return list.map(({ value }) => String(value));
	});
	expect(fields.filter((value) => /^\s*[[{]/.test(value))).toEqual([]);
});
