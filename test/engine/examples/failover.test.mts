import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import {
	changedExample,
	editFields,
	PLATFORM_FAILURES,
	startAt,
	text,
	useExample,
} from '../fixtures/examples.mts';
import { answers } from '../support/index.mts';

const { platform, run, succeed } = useExample('failover');
const { ethereum, polygon } = seedIds.nodes;

describe('Respond with the fastest ready endpoint', () => {
	const ask = async () =>
		await run(startAt('Endpoint Request', { headers: {}, query: {}, body: {} }));

	it('responds with the one that is ready and fast, without a key', async () => {
		const { auth } = platform.sandbox.state().nodes.find(({ id }) => id === ethereum) ?? {};
		const path = auth?.key;
		platform.sandbox.fault({ server: 'rpc', path, kind: 'delay', delayMs: 150 });
		const report = await ask();
		expect(report.error).toBeUndefined();
		expect(answers).toEqual([
			{
				status: 200,
				body: {
					found: true,
					label: 'Second choice',
					nodeId: polygon,
					endpoint: text(/\/\*\*\*/),
					latencyMs: expect.any(Number) as number,
					checkedAt: expect.any(String) as string,
				},
			},
		]);
		expect(report.text()).not.toContain(path);
	});

	it('skips one that is not ready, and one that cannot be looked up', async () => {
		platform.sandbox.setSyncing(polygon, { currentBlock: '0x1', highestBlock: '0x9' });
		await ask();
		expect(answers).toMatchObject([{ status: 200, body: { label: 'First choice' } }]);
		answers.length = 0;
		platform.sandbox.setSyncing(polygon, undefined);
		platform.sandbox.fault({ path: `/v1/nodes/${ethereum}/`, kind: 'status', status: 404 });
		const report = await ask();
		expect(report.error).toBeUndefined();
		expect(answers).toMatchObject([{ status: 200, body: { label: 'Second choice' } }]);
	});

	it('responds with 503 when none is ready', async () => {
		platform.sandbox.setSyncing('*', { currentBlock: '0x1', highestBlock: '0x9' });
		await succeed();
		expect(answers).toEqual([
			{
				status: 503,
				body: {
					found: false,
					reason: 'No candidate is ready',
					states: [
						{ label: 'First choice', nodeId: ethereum, state: 'syncing', reason: text(/8 blocks/) },
						{ label: 'Second choice', nodeId: polygon, state: 'syncing', reason: text(/8 blocks/) },
					],
				},
			},
		]);
	});

	/** The one response to a call, with 503. */
	const refusal = async (workflow?: Parameters<typeof run>[1]) => {
		await succeed(startAt('Endpoint Request', {}), workflow);
		expect(answers).toMatchObject([{ status: 503, body: { found: false } }]);
		return answers[0].body as { reason: string; states: object[] };
	};

	it('says of each candidate why it is none', async () => {
		platform.sandbox.fault({ server: 'rpc', kind: 'reset' });
		platform.sandbox.fault({ path: `/v1/nodes/${polygon}/`, kind: 'status', status: 404 });
		expect(await refusal()).toEqual({
			found: false,
			reason: 'No candidate is ready',
			states: [
				{ label: 'First choice', nodeId: ethereum, state: 'unreachable', reason: text(/.+/) },
				{
					label: 'Second choice',
					nodeId: polygon,
					state: 'not checked',
					reason: text(/could not find/),
				},
			],
		});
	});

	it.each(PLATFORM_FAILURES)(
		'responds with 503 while the platform gives %j',
		async (fault, reason) => {
			platform.sandbox.fault({ server: 'platform', ...fault });
			const unknown = { state: 'not checked', reason: text(reason) };
			expect((await refusal()).states).toMatchObject([unknown, unknown]);
		},
	);

	it('responds with 503 when it has no candidates', async () => {
		const example = changedExample('failover', 'Candidates', editFields({ candidates: [] }));
		expect(await refusal(example)).toEqual({
			found: false,
			reason: 'There are no candidates',
			states: [],
		});
		expect(platform.requests()).toEqual([]);
	});
});
