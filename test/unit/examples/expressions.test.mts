import { expect, it } from 'vitest';

import { examples, type Example, type ExampleNode } from './examples.mts';

/** Nodes of n8n that output the items they got. */
const PASSES_ON =
	/\.(filter|if|limit|merge|noOp|removeDuplicates|sort|splitInBatches|switch|wait)$/;

const isCode = ({ type }: ExampleNode): boolean => type.endsWith('.code');

/** The nodes whose items an expression outside of Code nodes reads by the name of the node. */
function nodesRead({ nodes }: Example): ExampleNode[] {
	const texts = nodes
		.filter((node) => !isCode(node))
		.map((node) => JSON.stringify(node.parameters));
	return nodes.filter(({ name }) => texts.some((text) => text.includes(`$('${name}')`)));
}

// n8n 1.123 evaluates expressions in an isolate, to which it hands items as structured clones. It runs Code nodes in
// vm2, whose items are proxies, and proxies cannot be cloned: the expression returns nothing. (`createCallHostRef` in
// @n8n/expression-runtime 0.14; in n8n 2 Code nodes run in other processes.)
it.each(examples)('no expression in $file reads items of a Code node by its name', (example) => {
	const unreadable = nodesRead(example).filter((node) => isCode(node) || PASSES_ON.test(node.type));
	expect(unreadable.map(({ name }) => name)).toEqual([]);
});
