import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, numbered, usePlatform, type OperationName } from '../fixtures/platform.mts';

const platform = usePlatform({ deployMs: 1 });

const node = { type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const name = '={{ "New " + $json.n }}';
/** Operations that create nodes, their fields, and the path below which what they create is read again. */
const CASES: Array<[OperationName, object, string]> = [
	[
		['network', 'create'],
		{
			project: byId(seedIds.projects.main),
			name,
			protocol: 'ethereum',
			chainNetwork: byId('ethereum-mainnet'),
			nodes: { node: [{ name: 'n', ...node }] },
		},
		'/v1/networks/NW-',
	],
	[
		['node', 'create'],
		{
			project: byId(seedIds.projects.main),
			name,
			blockchain: byId('BC-000-000-001'),
			cloud: byId('CC-0016'),
		},
		'/v2/nodes/ND-',
	],
	[
		['node', 'createInNetwork'],
		{ networkId: byId(seedIds.networks.ethereum), name, ...node },
		'/v1/nodes/ND-',
	],
];

const posts = () => platform.requests().filter(({ method }) => method === 'POST');

/** Runs an operation for two items: the second is refused once, so that n8n runs the node again. */
async function runTwice(operation: OperationName, parameters: object, options: object = {}) {
	platform.sandbox.fault({
		method: 'POST',
		body: { error: { message: 'not now' } },
		kind: 'status',
		status: 400,
		skip: 1,
		times: 1,
	});
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const run = { items: numbered(2), node: settings };
	return await platform.succeed(operation, { ...parameters, options }, run);
}

describe.each(CASES)('%j, run again by Retry On Fail', (operation, parameters, path) => {
	it('returns with Include Secrets what the first try would have', async () => {
		const run = await runTwice(operation, parameters, { includeSecrets: true });
		expect(posts()).toHaveLength(3);
		expect(run.output).toHaveLength(2);
		expect(run.text()).not.toContain('***');
		const shown = run.output.map(({ json }) => JSON.stringify(json));
		const made = platform.sandbox.state().nodes.slice(-2);
		for (const [index, text] of shown.entries()) expect(text).toContain(made[index].auth.key);
		const fields = run.output.map(({ json }) => Object.keys(json));
		expect(fields[0]).toEqual(fields[1]);
	});

	it('keeps no key from try to try without it', async () => {
		const run = await runTwice(operation, parameters);
		expect(run.output).toHaveLength(2);
		for (const { auth } of platform.sandbox.state().nodes.slice(-2))
			expect(run.text()).not.toContain(auth.key);
	});

	it('says so where what was created cannot be read again', async () => {
		platform.sandbox.fault({
			method: 'GET',
			path,
			kind: 'status',
			status: 403,
		});
		const run = await runTwice(operation, parameters, {
			includeSecrets: true,
			limits: { maxRetries: 0 },
		});
		const hints = run.hints.map(({ message }) => message).join(' ');
		expect(hints).toMatch(
			/An earlier try created N[DW]-[\d-]+\. It could not be read again, so its keys and addresses are hidden/,
		);
	});
});
