import { expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, pairs, usePlatform, type OperationName } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const { ethereum: network } = seedIds.networks;
const { hyperliquid } = seedIds.nodes;
const { main } = seedIds.projects;

const renamed = { name: 'Renamed' };
const project = byId(main);
const nodeId = byId(hyperliquid);
const rule = { nodeId: byId(seedIds.nodes.bitcoin), ruleId: seedIds.accessRule };
const ofRule = `/v2/nodes/${seedIds.nodes.bitcoin}/access-rules/${seedIds.accessRule}/`;

type Sent = readonly [method: string, path: string, body?: object];

/** The request of each operation, and a part of its output. */
const rows: Array<[...OperationName, parameters: object, sent: Sent, output: object]> = [
	[
		'project',
		'get',
		{ project },
		['GET', `/v2/projects/${main}/`],
		{ id: main, name: 'Production', type: 'public', members: 2, networks: 2 },
	],
	[
		'network',
		'update',
		{ networkId: byId(network), ...renamed },
		['PATCH', `/v1/networks/${network}/`, renamed],
		{ id: network, ...renamed, nodes: [{ endpoint: {} }] },
	],
	[
		'node',
		'delete',
		{ nodeId },
		['DELETE', `/v1/nodes/${hyperliquid}/`],
		{ deleted: true, id: hyperliquid },
	],
	['accessRule', 'delete', rule, ['DELETE', ofRule], { deleted: true, id: seedIds.accessRule }],
];

it.each(rows)(
	'%s %s sends one request and outputs one item',
	async (resource, operation, parameters, [method, path, body], output) => {
		const run = await platform.succeed([resource, operation], parameters);
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method, path, query: {} });
		expect(request.body).toEqual(body);
		expect(jsons(run.output)).toMatchObject([output]);
		expect(pairs(run.output)).toEqual([0]);
	},
);
