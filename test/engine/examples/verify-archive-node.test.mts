import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { changedExample, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, succeed, sent } = useExample('verify-archive-node');
const { ethereum } = seedIds.nodes;

const quick = (waitLimit: number) =>
	changedExample('verify-archive-node', 'Wait Until Synced', { waitInterval: 1, waitLimit });

describe('Verify a new archive node', () => {
	it.each([
		[0, 'Archive', `${ethereum} is an archive node`],
		[1_000_000_000, 'No Archive', `${ethereum} is no archive node`],
	])('with state from block %d on: %s', async (stateFrom, branch, subject) => {
		platform.sandbox.setRpcAnswer(ethereum, 'eth_getBalance', '0x0');
		if (stateFrom > 0) {
			const $error = { code: -32000, message: 'missing trie node' };
			platform.sandbox.setRpcAnswer(ethereum, 'eth_getBalance', { $error });
		}
		const report = await succeed({}, quick(60));
		expect(jsons(report.items(branch))).toEqual([
			{ subject, text: expect.stringMatching(/block/) as string },
		]);
	});

	it.each([
		[
			'a node that does not exist',
			{ path: `/v1/nodes/${ethereum}/`, status: 404 },
			'could not find',
		],
		['a key that is not accepted', { server: 'rpc', status: 401 }, 'did not accept the key'],
	] as const)('says that nothing is known about %s', async (_, fault, reason) => {
		platform.sandbox.fault({ ...fault, kind: 'status' });
		expect(await sent({}, quick(2))).toEqual([
			{
				subject: `${ethereum} could not be verified`,
				text: expect.stringMatching(
					new RegExp(`^Whether it is an archive node is not known: .*${reason}`),
				) as string,
			},
		]);
	});
});
