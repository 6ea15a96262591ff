import { describe, expect, it } from 'vitest';
import { changedExample, startAt, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run, succeed } = useExample('deployment-gate');

describe('Readiness gate before a deployment', () => {
	const quick = (waitLimit: number) =>
		changedExample('deployment-gate', 'Wait Until Synced', {
			successfulChecks: 2,
			waitInterval: 1,
			waitLimit,
		});

	it('opens when the endpoint is synced', async () => {
		const behind = { currentBlock: '0x1', highestBlock: '0x9' };
		platform.sandbox.setSyncing('*', { $sequence: [behind, false] });
		const report = await succeed(
			startAt('Called Before a Deployment', { release: 'v1' }),
			quick(30),
		);
		expect(report.executed).toContain('Replace with Your Deployment');
		expect(jsons(report.items('Wait Until Synced'))).toMatchObject([
			{ ready: true, wait: { attempts: 3 } },
		]);
	});

	it('stops the deployment when time runs out', async () => {
		platform.sandbox.setSyncing('*', { currentBlock: '0x1', highestBlock: '0x9' });
		const report = await run({}, quick(1));
		expect(report.status).toBe('error');
		expect(report.error?.message).toMatch(
			/^The deployment was stopped: Waited 1 s for the endpoint .+; the last state was 'syncing'/,
		);
		expect(report.executed).not.toContain('Replace with Your Deployment');
	});

	it('stops the deployment when the newest block is old', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBlockByNumber', { timestamp: '0x1' });
		const report = await run({}, quick(30));
		expect(report.error?.message).toMatch(/^The deployment was stopped: .+ is not healthy: .+ old/);
	});

	/** Why the deployment was stopped. */
	const stopped = async (workflow: Parameters<typeof run>[1], options: object = {}) => {
		const report = await run(options, workflow);
		expect(report.status).toBe('error');
		expect(report.executed).not.toContain('Replace with Your Deployment');
		const { message = '' } = report.error ?? {};
		expect(message).toMatch(/^The deployment was stopped: /);
		expect(message).not.toContain(platform.sandbox.endpointKey);
		return message;
	};

	it.each([
		['does not answer', { kind: 'reset' }, /the last state was 'unreachable'/],
		['is out of order', { kind: 'status', status: 503 }, /the endpoint is not available/],
		[
			'does not accept the key',
			{ kind: 'status', status: 401 },
			/the endpoint did not accept the key/,
		],
		['is no node', { kind: 'html', status: 200 }, /invalidResponse|web page/],
	] as const)('stops the deployment when the endpoint %s', async (_, fault, reason) => {
		platform.sandbox.fault({ server: 'rpc', ...fault });
		expect(await stopped(quick(1))).toMatch(reason);
	});

	it('stops the deployment when the endpoint fails after it was synced', async () => {
		platform.sandbox.fault({
			server: 'rpc',
			rpcMethod: 'eth_getBlockByNumber',
			kind: 'status',
			status: 503,
		});
		expect(await stopped(quick(30))).toMatch(/is not healthy|the endpoint is not available/);
	});

	it('stops the deployment when the credential has no endpoint', async () => {
		const credentials = platform.credential({ nodeEndpoint: '', endpointKey: '' });
		expect(await stopped(quick(1), { credentials })).toMatch(/[Ee]ndpoint/);
	});

	it('opens once, however many items it is called with', async () => {
		const report = await succeed(
			startAt('Called Before a Deployment', { release: 'v1' }, { release: 'v2' }),
			quick(30),
		);
		expect(report.items('Replace with Your Deployment')).toHaveLength(1);
	});
});
