import { seedIds } from '../../../sandbox/seed.mts';
import type { Facts, Scene, Stage } from '../scene.mts';
import { nodeNamed, NODE_STATES, REASONS } from '../sentences.mts';

const { ethereum, polygon } = seedIds.nodes;
const DAY_MS = 86_400_000;

/** Lets the platform say that each node was last used so many days ago; one that is not named, today. */
const lastUsed = (days: Record<string, number>) => async (stage: Stage) => {
	const { nodes } = await stage.state();
	const results = nodes.map(({ id }) => ({
		node_id: id,
		datetime: new Date(
			Math.floor((Date.now() - (days[id] ?? 0) * DAY_MS) / DAY_MS) * DAY_MS,
		).toISOString(),
		request_units: 12,
		compute_hours: null,
	}));
	const body = { count: results.length, next: null, results, totals: {} };
	await stage.fault({ path: 'node-usage', kind: 'status', status: 200, body });
};
const decide = (node: string, Decision: string, sure?: string) => ({
	start: 'Decide about a Node',
	input: { 'Node ID': node, Decision },
	answer: sure === undefined ? undefined : { 'Delete it for good': sure },
	prepare: lastUsed({ [polygon]: 25 }),
});

/** When a node was last used, as the platform said in the run: the beginning of a day, in milliseconds since 1970. */
function lastUseOf({ usage }: Facts, id: string): number {
	return Math.max(
		0,
		...usage.filter((row) => row.node_id === id).map((row) => Date.parse(String(row.datetime))),
	);
}

/** The nodes without a use for 20 days, a day after their last day of use has passed. */
function unused(facts: Facts): string[] {
	const ids = facts.before.nodes.map(({ id }) => id);
	const days = (id: string) => (facts.startedAt - lastUseOf(facts, id)) / DAY_MS - 1;
	return facts.usage.length === 0 ? [] : ids.filter((id) => days(id) >= 20);
}

/** Whether the node itself has answered a request. */
function wasUsed({ requests }: Facts, id: string): boolean {
	const asked = requests.some(({ path }) => path.includes(id));
	return asked && requests.some(({ server, status }) => server === 'rpc' && status === 200);
}

export const unusedNodes: Scene = {
	start: 'Every 3 Days',
	paths: {
		bad: { prepare: lastUsed({ [polygon]: 21, [ethereum]: 29 }) },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': {
			prepare: async (stage) => await stage.fault({ path: 'usage', kind: 'status', status: 403 }),
		},
		'nodes on both sides of 20 days': { prepare: lastUsed({ [polygon]: 18, [ethereum]: 22 }) },
		keep: decide(polygon, 'Keep'),
		'keep one that answers 403': {
			...decide(polygon, 'Keep'),
			prepare: async (stage) => {
				await lastUsed({ [polygon]: 25 })(stage);
				await stage.fault({ server: 'rpc', kind: 'status', status: 403 });
			},
		},
		delete: decide(polygon, 'Delete', 'Yes'),
		'delete, and think better of it': decide(polygon, 'Delete', 'No'),
		'delete a node that is in use': decide(ethereum, 'Delete', 'Yes'),
		'delete a node that does not exist': decide('ND-9-9-9', 'Delete', 'Yes'),
		'delete, while the platform refuses': {
			...decide(polygon, 'Delete', 'Yes'),
			prepare: async (stage) => {
				await lastUsed({ [polygon]: 25 })(stage);
				await stage.fault({ method: 'DELETE', kind: 'status', status: 403 });
			},
		},
	},
	statements: [
		[/^(\d+) nodes are unused$/, (facts, count) => unused(facts).length === Number(count)],
		[/^No node is unused\.$/, (facts) => unused(facts).length === 0],
		[
			/^(\S+) \((ND-[\d-]+)\) may be deleted from (\S+) on$/,
			(facts, name, id, day) =>
				nodeNamed(facts, name).id === id &&
				unused(facts).includes(id) &&
				// The platform keeps a node for 30 days after its last use, which was on a day before.
				Date.parse(day) >= lastUseOf(facts, id) + 30 * DAY_MS &&
				Date.parse(day) <= lastUseOf(facts, id) + 31 * DAY_MS,
		],
		[/^(\S+) was deleted$/, (facts, name) => facts.after.nodes.every((node) => node.name !== name)],
		[
			/^(\S+) \((ND-[\d-]+)\) was deleted\.$/,
			(facts, _, id) => facts.after.nodes.every((node) => node.id !== id),
		],
		[
			/^(\S+) was not deleted$/,
			(facts, name) => facts.after.nodes.some((node) => node.name === name),
		],
		[
			/^(\S+) \((ND-[\d-]+)\) was not deleted(: |, because nobody said Yes\.$)/,
			(facts, _, id) => facts.after.nodes.some((node) => node.id === id),
		],
		[/^(\S+) was kept$/, (facts, name) => wasUsed(facts, nodeNamed(facts, name).id)],
		[
			/^(\S+) \((ND-[\d-]+)\) was kept: it answered one request\.$/,
			(facts, _, id) => wasUsed(facts, id),
		],
		[/^(\S+) may still be deleted$/, (facts, name) => !wasUsed(facts, nodeNamed(facts, name).id)],
		[/^(\S+) \((ND-[\d-]+)\) may still be deleted: /, (facts, _, id) => !wasUsed(facts, id)],
		[
			/^(ND-[\d-]+) was not changed$/,
			({ after, before, requests }) =>
				after.nodes.length === before.nodes.length &&
				requests.every(({ method }) => method === 'GET'),
		],
		[
			/^(ND-[\d-]+) is not one of the unused nodes, so nothing was changed\.$/,
			(facts, id) => !unused(facts).includes(id),
		],
		[
			/^Which nodes are unused is not known(?:, and nothing was changed: |$)/,
			({ requests }) => requests.some(({ status }) => status !== 200),
		],
		...NODE_STATES,
		...REASONS,
	],
};
