import type { SandboxState } from '../../sandbox/start.mts';
import type { Facts, Path, Stage, Statement } from './scene.mts';

/** A node of the sandbox. */
type SandboxNode = SandboxState['nodes'][number];

/** @returns whether the platform or a node has answered with this status */
export function wasAnswered({ requests }: Facts, status: number): boolean {
	return requests.some((request) => request.status === status);
}

/** Why something could not be done, in the words of this package: a problem of the key or of the platform. */
export const REASONS: readonly Statement[] = [
	[/\S+ asked for a wait of .*/, (facts) => wasAnswered(facts, 429)],
	[/Chainstack did not accept the API key.*/, (facts) => wasAnswered(facts, 401)],
	[/The API key is not allowed to do this.*/, (facts) => wasAnswered(facts, 403)],
	[/Chainstack is not available at the moment.*/, (facts) => wasAnswered(facts, 503)],
	[/Chainstack could not find the \w+ ([A-Z]+-[\w-]+).*/, (facts) => wasAnswered(facts, 404)],
	[
		/Chainstack did not accept the request.*/,
		(facts) => wasAnswered(facts, 400) || wasAnswered(facts, 404),
	],
	[
		/'.*' is the ID of a \w+, not of a \w+\..*/,
		({ requests }) => requests.every(({ status }) => status !== 404),
	],
	[/'Value' is not an IP address.*/, 'advice'],
	[
		/'\w+' is empty\. Its expression returns nothing.*/,
		({ requests }) => requests.every(({ server }) => server !== 'rpc'),
	],
	[
		/(?:The|It) .* may exist anyway: .*/,
		({ requests }) =>
			requests.some(
				({ method, status, closedEarly }) =>
					method === 'POST' && (closedEarly || status === null || status >= 500),
			),
	],
	[
		/This address already received tokens .* in the last 24 hours\..*/,
		(facts) => wasAnswered(facts, 429) || wasAnswered(facts, 400),
	],
	[/.*the endpoint did not accept the key.*/, (facts) => wasAnswered(facts, 401)],
	[/.*the endpoint is not available at the moment.*/, (facts) => wasAnswered(facts, 503)],
	[/.*Method not found.*/, ({ requests }) => requests.some(({ server }) => server === 'rpc')],
	[
		/.* is not healthy: its newest block is (\d+) s old, more than the \d+ s allowed.*/,
		({ requests }) => requests.some(({ server }) => server === 'rpc'),
	],
];

/** That the list of nodes could not be read, or that it is empty. */
export const NO_NODES: readonly Statement[] = [
	[/There are no nodes\./, ({ after }) => after.nodes.length === 0],
	[
		/The list of nodes could not be read: /,
		({ requests }) => requests.every(({ status }) => status !== null && status >= 400),
	],
];

/** The node of this name, as it was when the example began. */
export function nodeNamed({ before }: Facts, name: string): SandboxNode {
	const node = before.nodes.find((each) => each.name === name);
	if (node === undefined) throw new Error(`The sandbox has no node ${name}`);
	return node;
}

/** How many nodes are ready, and have a recent block, when they are asked. */
export async function countReady(facts: Facts): Promise<number> {
	const isReady = async ({ id }: SandboxNode): Promise<boolean> =>
		(await facts.blocksBehind(id)) === 0 && (await ageOf(facts, id)) < 600;
	const ready = await Promise.all(facts.after.nodes.map(isReady));
	return ready.filter(Boolean).length;
}

/** The age of a node's newest block in seconds; 0 where it has no blocks of EVM. */
export async function ageOf(facts: Facts, id: string): Promise<number> {
	const block = await facts.call(id, 'eth_getBlockByNumber', ['latest', false]);
	const { timestamp } = (block ?? {}) as { timestamp?: string };
	return timestamp === undefined ? 0 : Date.now() / 1000 - Number(timestamp);
}

/** Sentences about one node: what it does, or that it could not be checked. */
export const NODE_STATES: readonly Statement[] = [
	[
		/^(\S+) \([^)]+\) is syncing: it is (\d+) blocks behind\.?$/,
		async (facts, name, blocks) =>
			(await facts.blocksBehind(nodeNamed(facts, name).id)) === Number(blocks),
	],
	[
		/^(\S+)(?: \([^)]+\))? is unreachable: .*$/,
		async (facts, name) =>
			wasAnswered(facts, 503) ||
			(await facts.blocksBehind(nodeNamed(facts, name).id)) === undefined,
	],
	[
		/^(\S+) \([^)]+\) is lagging: its newest block is \d+ s old, more than the \d+ s allowed\.?$/,
		async (facts, name) => (await ageOf(facts, nodeNamed(facts, name).id)) > 600,
	],
	[/(\S+) \([^)]+\) is rejecting the key: .*$/, (facts) => wasAnswered(facts, 403)],
	[
		/^(\S+) could not be checked: /,
		(facts, name) =>
			facts.requests.some(
				({ path, status }) =>
					path.includes(nodeNamed(facts, name).id) && status !== null && status >= 400,
			),
	],
];

/** Whether each group of nodes, such as `1 syncing: polygon-1`, is in the state that it is said to be in. */
async function areTrue(facts: Facts, groups: string[]): Promise<boolean> {
	const claims = groups.flatMap((group) => {
		const [, count, state, list] = /^(\d+) ([a-z ]+): (.+)$/.exec(group) ?? [];
		const names = list.split(', ');
		return names.map((name) => ({
			name,
			isReady: state !== 'syncing',
			fits: names.length === Number(count),
		}));
	});
	const checked = claims.map(async ({ name, isReady, fits }) => {
		const behind = await facts.blocksBehind(nodeNamed(facts, name).id);
		return fits && (behind === 0) === isReady;
	});
	return (await Promise.all(checked)).every(Boolean);
}

/** Sentences of the trigger about groups of nodes; a test by hand is about all of them. */
export const GROUPS_OF_NODES: readonly Statement[] = [
	[
		/^(Test: )?((?:\d+ [a-z ]+: [\w-]+(?:, [\w-]+)*(?:; )?)+)\.?$/,
		async (facts, test, sentence) => {
			const groups = sentence.split('; ');
			const count = groups.reduce((sum, group) => sum + Number.parseInt(group, 10), 0);
			const isWhole = test === undefined || count === facts.after.nodes.length;
			return isWhole && (await areTrue(facts, groups));
		},
	],
];

/** That a wait has ended without success. */
export const WAITS: readonly Statement[] = [
	[
		/Waited (?:\d+ min )?\d+ s for the endpoint to be synchronized \(\d+ attempts\); the last state was 'syncing' \((\d+) blocks behind\)\..*/,
		async ({ after, blocksBehind }, blocks) => {
			const behind = await Promise.all(after.nodes.map(async ({ id }) => await blocksBehind(id)));
			return behind.includes(Number(blocks));
		},
	],
	[
		/Waited (?:\d+ min )?\d+ s for the endpoint to be synchronized \(\d+ attempts\); the last state was 'unreachable'.*/,
		(facts) => wasAnswered(facts, 503),
	],
	[
		/Waited (?:\d+ min )?\d+ s for the endpoint to be synchronized \(\d+ attempts\); the last attempt failed: /,
		({ requests }) => requests.at(-1)?.status !== 200,
	],
];

/** How many nodes are not ready, or are not known to be. */
export const NEED_A_LOOK: readonly Statement[] = [
	[
		/^(\d+) of (\d+) nodes need a look$/,
		async (facts, count, all) => {
			const missing = facts.after.nodes.length - (await countReady(facts));
			const unasked = facts.requests.some(({ status }) => status === 404) ? 1 : 0;
			return facts.after.nodes.length === Number(all) && Number(count) === missing + unasked;
		},
	],
];

/** The number of the newest block of a node. */
export async function headOf(facts: Facts, nodeId: string): Promise<number> {
	return Number(await facts.call(nodeId, 'eth_blockNumber', []));
}

/** Lets a node say that it is 8 blocks behind. */
export async function letSync(stage: Stage, node: string): Promise<void> {
	await stage.setRpcAnswer(node, 'eth_syncing', {
		startingBlock: '0x1',
		currentBlock: '0x1',
		highestBlock: '0x9',
	});
}

/** The path of a trigger whose key is rejected: its error workflow is started. */
export const TRIGGER_FAILS = triggerFailing(403, 'The API key is not allowed to do this');

/** The same with a key that is not known. */
export const TRIGGER_IS_UNAUTHORIZED = triggerFailing(401, 'Chainstack did not accept the API key');

function triggerFailing(status: number, message: string): Path {
	return {
		start: 'When the Trigger Fails',
		input: { trigger: { error: { message } } },
		prepare: async (stage) => await stage.fault({ server: 'platform', kind: 'status', status }),
	};
}

/** A test event of a watch, where there is nothing, or with a change that was chosen for it. */
export const TEST_EVENTS: readonly Statement[] = [
	[/^Test: There is currently nothing to watch\.?$/, ({ after }) => after.nodes.length === 0],
	[
		/^Test: .+ (?:is unreachable: no complete response within 8 s|is ready again after \d+ minutes)\.?$/,
		'advice',
	],
];

/** That a trigger could not watch, and why; nothing has been read from the platform then. */
export const TRIGGER_FAILURES: readonly Statement[] = [
	[
		/^The (?:nodes|usage) could not be watched(?:: .*)?$/,
		({ requests }) => requests.every(({ status }) => status === null || status >= 400),
	],
	[/^The execution fails: /, ({ requests }) => requests.every(({ status }) => status !== 200)],
];
