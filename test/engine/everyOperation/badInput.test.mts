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
	nodes: { node: [{ ...node, ...nodeChanges }] },
	...changes,
});
const byUrl = (url: string) => ({ endpointSource: 'url', url });

interface Row {
	operation: OperationName;
	parameters: object;
	/** Part of the message. */
	message: string;
	/** Part of the description. */
	hint?: string;
	credential?: object;
}

const rows: Record<string, Row> = {
	'a region of another provider': {
		operation: create,
		parameters: network({}, { provider: 'gcloud', region: 'us-east-1' }),
		message: "The region 'us-east-1' belongs to the provider 'aws', not to 'gcloud'",
		hint: "Google Cloud ('gcloud') has asia-southeast1. If your account offers more, turn on 'Allow Undocumented Values'",
	},
	'malformed configuration': {
		operation: create,
		parameters: network({ options: { configuration: '{ "a": 1,\n  "b": }' } }),
		message: '\'Configuration (JSON)\' is not valid JSON: unexpected "}" at line 2, column 8',
		hint: 'Correct the JSON',
	},
	'a request ID that is too large': {
		operation: check,
		parameters: { options: { requestId: 9_007_199_254_740_992 } },
		message: "'Request ID' must be a whole number from -9007199254740991 to 9007199254740991",
		hint: 'The usual value is 1',
	},
	'a WebSocket address': {
		operation: check,
		parameters: byUrl('wss://ethereum-mainnet.core.chainstack.com/ws/abc'),
		message: "'Endpoint URL' is a WebSocket address; this node uses HTTPS",
		hint: 'Paste the HTTPS endpoint',
	},
	'plain http to another machine': {
		operation: check,
		parameters: byUrl('http://node.example.com/abcdef0123456789'),
		message: "'Endpoint URL' must be an HTTPS address, but it starts with http://",
		hint: 'would send the key unencrypted',
	},
	'a node as source without an API key': {
		operation: check,
		parameters: { endpointSource: 'node', nodeId: 'ND-123-456-789' },
		credential: { apiKey: '' },
		message: "This operation needs the 'API Key', but the credential has none",
	},
	'a base URL in plain http': {
		operation: create,
		parameters: network(),
		credential: { baseUrl: 'http://api.chainstack.com' },
		message: "'Base URL' must be an HTTPS address",
		hint: 'Use https://api.chainstack.com',
	},
	'negative retries': {
		operation: get,
		parameters: { options: { maxRetries: -1 } },
		message: "'Max Retries' must be a whole number of at least 0, but it is -1",
		hint: 'The usual value is 4',
	},
	'a batch size of zero': {
		operation: check,
		parameters: { options: { batchSize: 0 } },
		message: "'Batch Size' must be a whole number from 1 to 1000, but it is 0",
	},
};

describe('bad input', () => {
	it.each(Object.keys(rows))(
		'%s: fails with a clear message before anything is sent',
		async (name) => {
			const { operation, parameters, message, hint = '', credential } = rows[name];
			const credentials = platform.credential({
				nodeEndpoint: server.url,
				endpointKey: 'key0key0key0key0',
				...credential,
			});
			const run = await platform.run(operation, parameters, { credentials });
			expect(run.status).toBe('error');
			expect(told(run).message).toContain(message);
			expect(told(run).description).toContain(hint);
			expect(told(run).description).not.toBe('');
			expect(run.error).toMatchObject({ context: { itemIndex: 0 } });
			expect(platform.requests()).toEqual([]);
			expect(server.seen).toEqual([]);
		},
	);
});

describe('a field of a new node that is left empty', () => {
	it.each([
		['Parameter "Node Name" is required', network({}, { name: '' })],
		['Parameter "Node Type" is required', network({}, { type: '' })],
		['Parameter "Provider" is required', network({}, { provider: '' })],
		['Parameter "Region Name or ID" is required', network({}, { region: '' })],
		['Parameter "Protocol" is required', network({ protocol: '' })],
	])('is named in the message, and nothing is created: %s', async (message, parameters) => {
		const run = await platform.run(create, parameters);
		expect(run.status).toBe('error');
		expect(told(run).message).toContain(message);
		expect(platform.requests()).toEqual([]);
	});
});
