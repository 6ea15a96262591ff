import { expect, it } from 'vitest';
import { usePlatform, type OperationName } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';

const platform = usePlatform({ evm: 'anvil', time: 'real' });
const check: OperationName = ['jsonRpc', 'checkCapabilities'];
const options = { limits: { maxRetries: 0, timeout: 10 }, findLimits: true };

/** Blocks the client produces before it is queried, so that there is a history to search. */
const BLOCKS = 400;

it('Check Capabilities understands a real client', async (context) => {
	if (platform.sandbox.evm !== 'anvil') context.skip(platform.sandbox.evmProblem);
	const method = { mode: 'name', value: 'anvil_mine' };
	await platform.succeed(['jsonRpc', 'call'], {
		method,
		params: JSON.stringify([`0x${BLOCKS.toString(16)}`]),
		options,
	});
	const run = await platform.succeed(check, { options });
	expect(run.output[0].json).toMatchObject({
		state: 'ready',
		protocol: 'evm',
		clientVersion: expect.stringMatching(/anvil/i) as string,
		history: { depth: 'archive', result: 'available', stateFromBlock: 1 },
		debug: { result: 'available' },
		trace: { result: 'available' },
		logs: { result: 'available', max: 100 },
		batches: { result: 'available', max: 100 },
	});
	const { blockNumber, calls } = run.output[0].json as { blockNumber: number; calls: number };
	expect(blockNumber).toBeGreaterThanOrEqual(BLOCKS);
	expect(calls).toBeLessThanOrEqual(6 + 6 + 2 + 4 + 4 + (2 + 10 + 50 + 100));
	expectDescribed(check, run.output);
});
