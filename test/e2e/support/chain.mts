import { randomUUID } from 'node:crypto';

/** A node of a workflow, without the properties that follow from its position in it. */
export interface Step extends Record<string, unknown> {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
}

/** A workflow in which each node is followed by the next. */
export function chainOf(steps: readonly Step[]) {
	const links = steps.slice(1).map(({ name }, index) => [steps[index].name, name] as const);
	return {
		name: `Test ${randomUUID()}`,
		nodes: steps.map((step, column) => ({
			id: randomUUID(),
			position: [column * 220, 0],
			...step,
		})),
		connections: Object.fromEntries(
			links.map(([from, to]) => [from, { main: [[{ node: to, type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	};
}

/** A node that starts a workflow by hand. */
export const manualTrigger: Step = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** A node that outputs items. */
export function itemSource(items: ReadonlyArray<Record<string, unknown>>): Step {
	const made = JSON.stringify(items.map((json) => ({ json })));
	return {
		name: 'Items',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: `return ${made};` },
	};
}
