import { seedIds } from '../../../sandbox/seed.mts';
import type { Facts, Scene, Stage } from '../scene.mts';
import { letSync, REASONS, WAITS } from '../sentences.mts';

const { ethereum } = seedIds.nodes;

const keepStates = async (stage: Stage): Promise<unknown> =>
	await stage.setRpcAnswer(ethereum, 'eth_getBalance', '0x0');

/** Asks the node for the state after its second block. */
async function keepsState(facts: Facts): Promise<boolean> {
	const params = ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '0x1'];
	return (await facts.call(ethereum, 'eth_getBalance', params)) !== undefined;
}

export const verifyArchiveNode: Scene = {
	start: 'Run by Hand',
	hurry: { 'Wait Until Synced': { waitInterval: 1, waitLimit: 5 } },
	paths: {
		good: { prepare: keepStates },
		bad: {
			prepare: async (stage) => {
				await keepStates(stage);
				await stage.setRpcBehaviour(ethereum, { headOffset: 100_000, stateFrom: 99_900 });
			},
		},
		empty: {
			parameters: async () =>
				await Promise.resolve({
					'Node to Verify': {
						assignments: {
							assignments: [{ id: '1', name: 'nodeId', type: 'string', value: '' }],
						},
					},
				}),
		},
		'partly failed': {
			prepare: async (stage) => {
				const $error = { code: -32601, message: 'Method not found' };
				await stage.setRpcAnswer(ethereum, 'eth_getBalance', { $error });
			},
		},
		'a node that syncs': { prepare: async (stage) => await letSync(stage, ethereum) },
		'a key that the node does not accept': {
			prepare: async (stage) => await stage.fault({ server: 'rpc', kind: 'status', status: 401 }),
		},
	},
	statements: [
		[/^ND-123-456-789 is an archive node$/, async (facts) => await keepsState(facts)],
		[
			/^ND-123-456-789 \(Ethereum Mainnet\) is an archive node: the state of blocks [\d, ]+ is readable$/,
			async (facts) => await keepsState(facts),
		],
		[/^ND-123-456-789 is no archive node$/, async (facts) => !(await keepsState(facts))],
		[
			/^ND-123-456-789 \(Ethereum Mainnet\) is no archive node: .*$/,
			async (facts) => !(await keepsState(facts)),
		],
		[/^(?:ND-123-456-789)? could not be verified(?:: |$)/, 'advice'],
		...WAITS,
		...REASONS,
	],
};
