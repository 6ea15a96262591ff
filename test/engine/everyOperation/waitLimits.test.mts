import { describe, expect, it } from 'vitest';
import { told, usePlatform, type OperationName } from '../fixtures/platform.mts';
import { useServer, type Reply, type SeenRequest } from '../fixtures/server.mts';
import type { NodeRun } from '../support/index.mts';

const platform = usePlatform();
const server = useServer((request) => faulty(request));
const limits = { waitInterval: 1, waitLimit: 3 };
const NODE_ID = 'ND-1-2-3';
const NETWORK_ID = 'NW-1-2-3';

/** The fault of a server, by the first part of the path at which it is called. */
const FAULTS: Record<string, Reply> = {
	hang: { instead: 'hang' },
	pause: { status: 429, headers: { 'retry-after': '20' } },
	busy: { status: 503, headers: { 'retry-after': '20' } },
	slow: { delayMs: 5000, body: { id: 'PIN-1', status: 'pinning' } },
	reset: { instead: 'reset' },
	pending: { delayMs: 300, body: { id: NODE_ID, status: 'pending' } },
};

const OF_ENDPOINTS = ['hang', 'pause', 'busy', 'reset'];

function faulty({ method, url }: SeenRequest): Reply {
	const fault = FAULTS[url.split('/')[1]];
	if (method === 'POST' && url.includes('/v1/networks'))
		return { status: 201, body: { id: NETWORK_ID, status: 'pending' } };
	return fault;
}

/** Runs a waiting operation against every kind of fault at once, each with its own platform. */
async function runWithFaults(
	operation: OperationName,
	parameters: object,
	names: readonly string[],
): Promise<Array<{ name: string; run: NodeRun }>> {
	return await Promise.all(
		names.map(async (name) => {
			const credentials = platform.credential({ baseUrl: `${server.url}/${name}` });
			const run = await platform.run(operation, { ...parameters, ...limits }, { credentials });
			return { name, run };
		}),
	);
}

/** How the message has to name each kind of fault. */
const REASONS: Record<string, RegExp> = {
	hang: /no response within 3 s/,
	pause: /too many requests|not accepting more requests/,
	busy: /is not available at the moment/,
	slow: /no response within 3 s/,
	reset: /sent no complete response/,
	pending: /last state was '(pending|unreachable|unknown)'/,
};

function expectInTime(runs: Awaited<ReturnType<typeof runWithFaults>>): void {
	for (const { name, run } of runs) {
		const { message, description } = told(run);
		expect(message, name).toMatch(/^Waited 3 s for the /);
		expect(message, name).toMatch(REASONS[name]);
		expect(description, name).not.toBe('');
		expect(description, name).not.toContain('Give Up After');
		// The last attempt begins a quarter of an interval before the end, and may fail at once.
		expect(run.executionTimeMs, name).toBeGreaterThanOrEqual(2750);
		expect(run.executionTimeMs, name).toBeLessThanOrEqual(3000);
	}
}

describe('Give Up After is respected whatever the server does', () => {
	const node = { name: 'n1', type: 'dedicated', provider: 'aws', region: 'us-east-1' };
	const network = {
		project: 'PR-123-456-789',
		protocol: 'ethereum',
		chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
		nodes: { node: [node] },
		waitUntilReady: true,
	};
	const ofNode = { endpointSource: 'node', nodeId: NODE_ID };

	it.each<[...OperationName, object, string?]>([
		['node', 'waitUntilRunning', { nodeId: NODE_ID }],
		['ipfs', 'waitUntilPinned', { pinId: 'PIN-1' }],
		['network', 'create', network, `Already created in this run: ${NETWORK_ID}`],
		['jsonRpc', 'waitUntilSynced', ofNode],
	])('by %s %s', async (resource, operation, parameters, hint = '') => {
		const names = parameters === ofNode ? OF_ENDPOINTS : Object.keys(FAULTS);
		const runs = await runWithFaults([resource, operation], parameters, names);
		expectInTime(runs);
		for (const { run } of runs) expect(told(run).description).toContain(hint);
	});
});
