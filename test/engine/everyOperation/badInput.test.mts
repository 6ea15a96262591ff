import { describe, expect, it } from 'vitest';
import { usePlatform, told, type OperationName } from '../fixtures/platform.mts';
import { readyNode, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);

const create = ['network', 'create'] as const;
const check = ['jsonRpc', 'checkSync'] as const;
const get = ['organization', 'get'] as const;

const node = { name: 'n', type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const network = (changes: object = {}, nodeChanges: object = {}) => ({
	project: 'PR-123-456-789',
	protocol: 'ethereum',
	chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
	nodes: { node: [{ ...node, ...nodeChanges }] },
	...changes,
});
const byUrl = (url: string) => ({ endpointSource: 'url', url });

type Row = [OperationName, parameters: object, message: string, hint?: string, credential?: object];

/** The messages of n8n itself, in which the field is named. */
const required = (field: string, parameters: object): Row => [
	create,
	parameters,
	`Parameter "${field}" is required`,
];

const rows: Row[] = [
	[
		create,
		network({}, { provider: 'gcloud', region: 'us-east-1' }),
		"The region 'us-east-1' belongs to the provider 'aws', not to 'gcloud'",
		"Google Cloud ('gcloud') has asia-southeast1. If your account offers more, turn on 'Allow Undocumented Values'",
	],
	[
		create,
		network({ options: { configuration: '{ "a": 1,\n  "b": }' } }),
		'\'Configuration (JSON)\' is not valid JSON: unexpected "}" at line 2, column 8',
		'Correct the JSON',
	],
	[
		check,
		{ options: { requestId: 9_007_199_254_740_992 } },
		"'Request ID' must be a whole number from -9007199254740991 to 9007199254740991",
		'The usual value is 1',
	],
	[
		check,
		byUrl('wss://ethereum-mainnet.core.chainstack.com/ws/abc'),
		"'Endpoint URL' is a WebSocket address; this node uses HTTPS",
		'Paste the HTTPS endpoint',
	],
	[
		check,
		byUrl('http://node.example.com/abcdef0123456789'),
		"'Endpoint URL' must be an HTTPS address, but it starts with http://",
		'would send the key unencrypted',
	],
	[
		check,
		{ endpointSource: 'node', nodeId: 'ND-123-456-789' },
		"This operation needs the 'API Key', but the credential has none",
		'',
		{ apiKey: '' },
	],
	[
		create,
		network(),
		"'Base URL' must be an HTTPS address",
		'Use https://api.chainstack.com',
		{ baseUrl: 'http://api.chainstack.com' },
	],
	[
		get,
		{ options: { limits: { maxRetries: -1 } } },
		"'Max Retries' must be a whole number of at least 0, but it is -1",
		'The usual value is 4',
	],
	[
		check,
		{ options: { limits: { batchSize: 0 } } },
		"'Batch Size' must be a whole number from 1 to 1000, but it is 0",
		'The usual value is 100',
	],
	required('Node Name', network({}, { name: '' })),
	required('Type', network({}, { type: '' })),
	required('Provider', network({}, { provider: '' })),
	required('Region Name or ID', network({}, { region: '' })),
	required('Protocol', network({ protocol: '' })),
];

describe('bad input fails with a clear message before anything is sent', () => {
	it.each(rows)('%s %o', async (operation, parameters, message, hint, changes) => {
		const own = { nodeEndpoint: server.url, endpointKey: 'key0key0key0key0' };
		const credentials = platform.credential({ ...own, ...changes });
		const run = await platform.run(operation, parameters, { credentials });
		expect(run.status).toBe('error');
		const { message: said, description } = told(run);
		expect(said).toContain(message);
		if (hint !== undefined) {
			expect(description).toContain(hint);
			expect(description).not.toBe('');
			expect(run.error).toMatchObject({ context: { itemIndex: 0 } });
		}
		expect(platform.requests()).toEqual([]);
		expect(server.seen).toEqual([]);
	});
});
