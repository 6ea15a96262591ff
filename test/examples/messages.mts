import type { Scene, SceneWorkflow } from './scene.mts';

/** The items that a node passed on in all its runs. */
type ItemsOf = (node: string) => ReadonlyArray<{ json: unknown }>;

/**
 * What an example sent to people.
 * @param problem the message with which the run failed, which is what such a run says
 */
export function messagesOf(
	{ nodes }: SceneWorkflow,
	{ ends }: Pick<Scene, 'ends'>,
	itemsOf: ItemsOf,
	problem: string | undefined,
): string[] {
	const last = ends ?? nodes.map(({ name }) => name).filter((name) => /^Replace with/.test(name));
	const sent = last.flatMap(itemsOf).map(({ json }) => wordsOf(json as Record<string, unknown>));
	return problem === undefined ? sent : [...sent, `The execution fails: ${problem}`];
}

/** A message as one text; what has none is shown as it is. */
function wordsOf({ subject, text, ...rest }: Record<string, unknown>): string {
	const first = subject ?? (Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined);
	return [first, text].filter((part) => typeof part === 'string').join('\n');
}

/** A message without what differs from run to run: file names, hashes, blocks and ages. */
export function steady(message: string): string {
	return message
		.replace(/hello-\d+/g, 'hello-1')
		.replace(/\bQm\w{44}\b/g, 'QmTwJory7fFpP1LUEB5vq1FUtAMx7HdWAyHL8G6Hi25JbC')
		.replace(/0x\w{64}/g, `0x${'7f'.repeat(32)}`)
		.replace(/\bblock \d+/g, 'block 21000000')
		.replace(/\bblocks \d+(, \d+)+/g, 'blocks 1, 5250000, 10500000, 15750000, 21000000')
		// The platform says its time in whole seconds.
		.replace(/\d+ m?s after the request/g, '28 ms after the request')
		.replace(/\d+ (s old|blocks behind the)/g, '3600 $1')
		.replace(/: \d+ of 3000000 since/g, ': 2412345 of 3000000 since');
}

/** A workflow without the nodes of an agent, for which n8n's engine alone has no types. */
export function withoutAgent<T extends SceneWorkflow>(workflow: T): T {
	const nodes = workflow.nodes.filter(({ type }) => !/^@n8n|Tool$/.test(type));
	const names = new Set(nodes.map(({ name }) => name));
	const kept = Object.entries(workflow.connections).filter(([name]) => names.has(name));
	return { ...workflow, nodes, connections: Object.fromEntries(kept) };
}

/** A workflow whose nodes have other parameters. */
export function withParameters<T extends SceneWorkflow>(
	workflow: T,
	changes: Readonly<Record<string, object>>,
): T {
	const names = workflow.nodes.map(({ name }) => name);
	for (const name of Object.keys(changes)) {
		if (!names.includes(name)) throw new Error(`There is no node ${name}`);
	}
	const nodes = workflow.nodes.map((node) =>
		changes[node.name] === undefined
			? node
			: { ...node, parameters: { ...node.parameters, ...changes[node.name] } },
	);
	return { ...workflow, nodes };
}
