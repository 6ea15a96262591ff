import type { Exchange } from './statement.mts';

/** IDs in the platform's form that belong to nothing. */
const NO_PROJECT = 'PR-999-999-999';
const NO_NETWORK = 'NW-999-999-999';
const NO_NODE = 'ND-999-999-999';
const NO_RULE = 'NAR-999-999-999';
const NO_PIN = 'no-such-pin-999';

const USAGE = '/v2/reporting/node-usage/';
const EXPORT = `${USAGE}export/`;
const PINS = '/v1/ipfs/pins';

/** A page beyond the end of any list. */
const NO_PAGE = '99999';

const get = (name: string, path: string, more: Partial<Exchange> = {}): Exchange => ({
	name,
	method: 'GET',
	path,
	...more,
});

/** One request for each filter of a list, named after it. */
const filters = (
	list: string,
	path: string,
	values: Readonly<Record<string, string>>,
): Exchange[] =>
	Object.entries(values).map(([name, value]) =>
		get(`${list} by ${name}`, path, { query: { [name]: value } }),
	);

/** Requests that change nothing. Those that find something come before those that use it. */
export const READS: readonly Exchange[] = [
	get('organization', '/v1/organization/', { gives: { organization: 'id' } }),
	get('organization without a key', '/v1/organization/', { key: 'none', provokes: 401 }),
	get('organization with a wrong key', '/v1/organization/', { key: 'wrong', provokes: 401 }),
	get('organization without a slash', '/v1/organization', { provokes: 301 }),
	get('unknown path', '/v1/no-such-path/', { provokes: 404 }),

	get('projects', '/v2/projects/', {
		gives: { project: 'results.0.id', projectName: 'results.0.name' },
	}),
	...filters('projects', '/v2/projects/', {
		order_by: '-created_at',
		page: '1',
		organization: '{organization}',
		name: '{projectName}',
		type: 'public',
	}),
	get('project', '/v2/projects/{project}/'),
	get('missing project', `/v2/projects/${NO_PROJECT}/`, { provokes: 404 }),
	get('projects without a key', '/v2/projects/', { key: 'none', provokes: 401 }),
	get('project without a key', '/v2/projects/{project}/', { key: 'none', provokes: 401 }),
	get('projects of version 1', '/v1/projects/'),
	...filters('projects of version 1', '/v1/projects/', {
		order_by: '-created_at',
		page: '1',
		organization: '{organization}',
		name: '{projectName}',
		type: 'public',
	}),
	get('project of version 1', '/v1/projects/{project}/'),
	get('missing project of version 1', `/v1/projects/${NO_PROJECT}/`, { provokes: 404 }),
	get('members', '/v1/projects/{project}/members/'),
	...filters('members', '/v1/projects/{project}/members/', { page: '1' }),
	get('missing members', `/v1/projects/${NO_PROJECT}/members/`, { provokes: 404 }),

	get('networks', '/v1/networks/', {
		gives: {
			network: 'results.0.id',
			networkName: 'results.0.name',
			networkStatus: 'results.0.status',
			networkProject: 'results.0.project',
			protocol: 'results.0.protocol',
			chain: 'results.0.configuration.network',
		},
	}),
	...filters('networks', '/v1/networks/', {
		order_by: '-created_at',
		page: '1',
		project: '{networkProject}',
		name: '{networkName}',
		public_network: '{chain}',
		status: '{networkStatus}',
		protocol: '{protocol}',
		project_type: 'public',
	}),
	get('network', '/v1/networks/{network}/'),
	get('missing network', `/v1/networks/${NO_NETWORK}/`, { provokes: 404 }),

	get('nodes', '/v1/nodes/', {
		gives: {
			node: 'results.0.id',
			nodeName: 'results.0.name',
			nodeNetwork: 'results.0.network',
			nodeStatus: 'results.0.status',
			nodeType: 'results.0.type',
			region: 'results.0.region',
			provider: 'results.0.provider',
			secondNode: 'results.1.id',
			nextNodes: 'next',
		},
	}),
	...filters('nodes', '/v1/nodes/', {
		order_by: '-created_at',
		page: '1',
		project: '{networkProject}',
		organization: '{organization}',
		network: '{nodeNetwork}',
		region: '{region}',
		provider: '{provider}',
		protocol: '{protocol}',
		status: '{nodeStatus}',
		role: 'peer',
		type: '{nodeType}',
		archive: 'false',
		public_network: '{chain}',
		name: '{nodeName}',
		project_type: 'public',
	}),
	get('nodes on the last page and one more', '/v1/nodes/', {
		query: { page: NO_PAGE },
		provokes: 404,
	}),
	get('nodes of a missing project', '/v1/nodes/', { query: { project: NO_PROJECT } }),
	get('nodes on the second page', '/v1/nodes/', { query: { page: '2' }, needs: ['nextNodes'] }),
	get('node', '/v1/nodes/{node}/'),
	get('missing node', `/v1/nodes/${NO_NODE}/`, { provokes: 404 }),
	get('network of the node', '/v1/networks/{nodeNetwork}/'),
	get('nodes of version 2', '/v2/nodes/'),
	...filters('nodes of version 2', '/v2/nodes/', { order_by: 'name', page: '1' }),
	get('node of version 2', '/v2/nodes/{node}/'),
	get('missing node of version 2', `/v2/nodes/${NO_NODE}/`, { provokes: 404 }),
	get('nodes of version 2 without a key', '/v2/nodes/', { key: 'none', provokes: 401 }),
	get('node of version 2 without a key', '/v2/nodes/{node}/', { key: 'none', provokes: 401 }),
	get('deployment options', '/v2/deployment-options/'),
	get('deployment options without a key', '/v2/deployment-options/', {
		key: 'none',
		provokes: 401,
	}),

	get('rules', '/v2/nodes/{node}/access-rules/'),
	...filters('rules', '/v2/nodes/{node}/access-rules/', { type: 'ip', status: 'deactivated' }),
	get('missing rule', `/v2/nodes/{node}/access-rules/${NO_RULE}/`, { provokes: 404 }),
	get('rules of a missing node', `/v2/nodes/${NO_NODE}/access-rules/`, { provokes: 404 }),

	get('usage', USAGE),
	...filters('usage', USAGE, {
		date_from: '{month}',
		date_to: '{now}',
		node_id: '{node},{secondNode}',
		protocol: '{protocol}',
		network: '{chain}',
		node_type: 'dedicated',
		granularity: 'hour',
		ordering: 'node_id,datetime',
		page: '1',
	}),
	get('usage oldest first', USAGE, { query: { ordering: 'datetime' } }),
	get('usage from a date alone', USAGE, { query: { date_from: '{today}' }, provokes: 400 }),
	get('usage from too long ago', USAGE, { query: { date_from: '{longAgo}' }, provokes: 400 }),
	get('usage that ends before it begins', USAGE, {
		query: { date_from: '{now}', date_to: '{month}' },
		provokes: 400,
	}),
	get('usage without a key', USAGE, { key: 'none', provokes: 401 }),
	get('export', EXPORT),
	get('export with everything', EXPORT, {
		query: {
			date_from: '{month}',
			date_to: '{now}',
			node_id: '{node},{secondNode}',
			protocol: '{protocol}',
			network: '{chain}',
			node_type: 'dedicated',
			granularity: 'day',
			ordering: '-datetime,node_id',
		},
	}),
	get('export from a date alone', EXPORT, { query: { date_from: '{today}' }, provokes: 400 }),
	get('export without a key', EXPORT, { key: 'none', provokes: 401 }),

	get('faucet history', '/v1/faucet/transactions-history'),
	get('faucet history without a key', '/v1/faucet/transactions-history', {
		key: 'none',
		provokes: 401,
	}),

	get('pins', PINS),
	get('pins by limit', PINS, {
		query: { limit: '100' },
		gives: {
			pin: 'results.[type=file].id',
			pinBucket: 'results.[type=file].bucket_id',
			pinFolder: 'results.[type=file].folder_id',
			pinTitle: 'results.[type=file].title',
		},
	}),
	...filters('pins', PINS, {
		bucket_id: '{pinBucket}',
		folder_id: '{pinFolder}',
		q: '{pinTitle}',
		sort: '{"field":"created_at","order":"desc"}',
		offset: '1',
	}),
	get('pins of the root', PINS, { query: { bucket_id: '{pinBucket}', folder_id: '' } }),
	get('pin', `${PINS}/{pin}`),
	get('missing pin', `${PINS}/${NO_PIN}`, { provokes: 404 }),
	get('pins without a key', PINS, { key: 'none', provokes: 401 }),
];

const OWN_NETWORK = '/v1/networks/{madeNetwork}/';
const OWN_NODE = '/v1/nodes/{madeNode}/';
const OWN_RULES = '/v2/nodes/{madeNode}/access-rules/';
const OWN_RULE = `${OWN_RULES}{madeRule}/`;
const OWN_PIN = `${PINS}/{madePin}`;

/**
 * Requests that make one network with one node, a rule of that node and a pin, change nothing else, and
 * delete all of it. Nothing that a service could take for a second one is sent, and no rule is activated.
 */
export const CREATIONS: readonly Exchange[] = [
	{
		name: 'network without fields',
		method: 'POST',
		path: '/v1/networks/',
		json: {},
		provokes: 400,
	},
	{
		name: 'create network',
		method: 'POST',
		path: '/v1/networks/',
		json: {
			name: '{stamp}',
			project: '{spendProject}',
			protocol: '{placeProtocol}',
			configuration: { network: '{placeNetwork}' },
			nodes: [
				{
					name: '{stamp}',
					type: '{placeType}',
					role: 'peer',
					provider: '{placeProvider}',
					region: '{placeRegion}',
					configuration: { archive: false },
				},
			],
		},
		gives: { madeNetwork: 'id', madeNode: 'nodes.0.id' },
		makes: {
			thing: 'network',
			id: 'id',
			deletion: '/v1/networks/{id}/',
			list: '/v1/networks/?project={spendProject}&order_by=-created_at',
			field: 'name',
			value: '{stamp}',
		},
	},
	get('network just made', OWN_NETWORK, { gives: { madeNode: 'nodes.0.id' } }),
	get('networks newest first', '/v1/networks/', {
		query: { project: '{spendProject}', order_by: '-created_at' },
	}),
	get('network until ready', OWN_NETWORK, {
		untilNot: { path: 'status', is: ['pending'] },
		gives: { madeNode: 'nodes.0.id' },
	}),
	{ name: 'rename network', method: 'PATCH', path: OWN_NETWORK, json: { name: '{stamp} renamed' } },
	get('node of the network', OWN_NODE),
	{ name: 'rename node', method: 'PATCH', path: OWN_NODE, json: { name: '{stamp} renamed' } },
	{
		name: 'change what cannot be changed',
		method: 'PATCH',
		path: OWN_NODE,
		json: { details: { mode: 'full' }, created_at: '2020-01-01T00:00:00Z' },
	},
	get('made node of version 2', '/v2/nodes/{madeNode}/'),
	{
		name: 'rename node of version 2',
		method: 'PATCH',
		path: '/v2/nodes/{madeNode}/',
		json: { name: '{stamp}' },
	},
	get('rules of the new node', OWN_RULES),
	{
		name: 'create rule',
		method: 'POST',
		path: OWN_RULES,
		json: { type: 'ip', value: '203.0.113.10' },
		gives: { madeRule: 'id' },
		makes: {
			thing: 'access rule',
			id: 'id',
			deletion: `${OWN_RULES}{id}/`,
			list: OWN_RULES,
			field: 'value',
			value: '203.0.113.10',
		},
	},
	get('made rule', OWN_RULE),
	get('rules with the new one', OWN_RULES),
	{ name: 'change rule', method: 'PATCH', path: OWN_RULE, json: { value: '203.0.113.11' } },
	{
		name: 'change rule to a range',
		method: 'PATCH',
		path: OWN_RULE,
		json: { value: '203.0.113.0/24' },
		provokes: 400,
	},
	{
		name: 'change all rules',
		method: 'POST',
		path: `${OWN_RULES}bulk-update-status/`,
		json: { status: 'deactivated' },
	},
	{ name: 'delete rule', method: 'DELETE', path: OWN_RULE },
	get('deleted rule', OWN_RULE, { provokes: 404 }),
	{
		name: 'delete network with its node',
		method: 'DELETE',
		path: OWN_NETWORK,
		provokes: 400,
	},
	{ name: 'delete node', method: 'DELETE', path: OWN_NODE },
	get('deleted node', OWN_NODE, { provokes: 404 }),
	{ name: 'delete node again', method: 'DELETE', path: OWN_NODE, provokes: 404 },
	{ name: 'delete network', method: 'DELETE', path: OWN_NETWORK },
	get('deleted network', OWN_NETWORK, { provokes: 404 }),
	{ name: 'pin without fields', method: 'POST', path: `${PINS}/pinbycid`, json: {}, provokes: 400 },
	{
		name: 'create pin',
		method: 'POST',
		path: `${PINS}/pinfile`,
		form: [
			['bucket_id', '{bucket}'],
			['file', '<{stamp}.txt>'],
			['title', '{stamp}'],
		],
		gives: { madePin: 'id' },
		makes: {
			thing: 'pin',
			id: 'id',
			deletion: `${PINS}/{id}`,
			list: `${PINS}?bucket_id={bucket}&q={stamp}`,
			field: 'title',
			value: '{stamp}',
		},
	},
	get('pin until pinned', OWN_PIN, { untilNot: { path: 'status', is: ['pinning'] } }),
	get('pins newest first', PINS, {
		query: {
			bucket_id: '{bucket}',
			sort: '{"field":"created_at","order":"desc"}',
			limit: '100',
		},
	}),
	{ name: 'delete pin', method: 'DELETE', path: OWN_PIN },
	get('deleted pin', OWN_PIN, { provokes: 404 }),
];

/** All of them. */
export const EXCHANGES: readonly Exchange[] = [...READS, ...CREATIONS];
