import { expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform();

const fromList = { __rl: true, mode: 'list', value: seedIds.nodes.ethereum };
const ofItem = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

const HINT =
	"All 8 items checked the same node. To check the node of each item, drag its 'id' onto 'Node'.";

interface Case {
	operation?: string;
	count?: number;
	parameters: object;
	hints: string[];
}

it.each<[string, Case]>([
	['a node from the list for 8 items', { parameters: { nodeId: fromList }, hints: [HINT] }],
	['one item', { count: 1, parameters: { nodeId: fromList }, hints: [] }],
	['the node of each item', { parameters: { nodeId: ofItem }, hints: [] }],
	[
		'a label for each item',
		{ parameters: { nodeId: fromList, options: { label: '={{ $json.id }}' } }, hints: [HINT] },
	],
	[
		'a call with parameters of each item',
		{ operation: 'call', parameters: { nodeId: fromList }, hints: [] },
	],
	[
		'the endpoint of the credential',
		{ parameters: { endpointSource: 'credential', nodeId: fromList }, hints: [] },
	],
])('says for %s whether all items checked the same node', async (_, { hints, ...given }) => {
	const { operation = 'checkSync', count = 8, parameters } = given;
	const items = Array.from({ length: count }, () => ({ json: { id: seedIds.nodes.ethereum } }));
	const endpointSource = 'node';
	const values = { endpointSource, ...parameters };
	const run = await platform.succeed(['jsonRpc', operation], values, { items });
	expect(run.output).toHaveLength(count);
	expect(run.hints.map(({ message }) => message)).toEqual(hints);
});
