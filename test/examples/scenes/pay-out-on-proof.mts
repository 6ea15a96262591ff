import { seedIds } from '../../../sandbox/seed.mts';
import type { Facts, Scene, Stage } from '../scene.mts';
import { REASONS } from '../sentences.mts';

const HALF = 5n * 10n ** 17n;
const fund = (amount: bigint, odd?: bigint) => async (stage: Stage) => {
	await stage.addNodesToNetwork(2, seedIds.networks.ethereum);
	await stage.setRpcAnswer('*', 'eth_getBalance', `0x${amount.toString(16)}`);
	if (odd !== undefined)
		await stage.setRpcAnswer(seedIds.nodes.ethereum, 'eth_getBalance', `0x${odd.toString(16)}`);
};
const ask = (Amount: string, Recipient = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F') => ({
	start: 'Payout Request Form',
	input: { Recipient, Amount },
});

/** The balance that a node reports whose state nobody has changed. */
const balanceOf = async (facts: Facts): Promise<bigint> =>
	BigInt(
		String(
			await facts.call(facts.after.nodes[facts.after.nodes.length - 1].id, 'eth_getBalance', []),
		),
	);
const weiOf = (eth: string): bigint => {
	const [whole, part = ''] = eth.split('.');
	return BigInt(whole + part.padEnd(18, '0'));
};

export const payOutOnProof: Scene = {
	start: 'Run by Hand',
	paths: {
		good: { prepare: fund(HALF) },
		bad: { prepare: fund(HALF - 1n) },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': { prepare: fund(HALF, 10n ** 20n) },
		'one node alone': {
			prepare: async (stage) => await stage.setRpcAnswer('*', 'eth_getBalance', '0x0'),
		},
		'a negative amount': { ...ask('-1'), prepare: fund(HALF) },
		'an amount in another form': { ...ask('1e3'), prepare: fund(HALF) },
		'an address that is none': { ...ask('0.5', '0x12'), prepare: fund(HALF) },
		'18 decimals': { ...ask('0.500000000000000001'), prepare: fund(HALF) },
	},
	statements: [
		[/^Pay 0\.5\?$/, async (facts) => (await balanceOf(facts)) >= HALF],
		[
			/^Pay 0\.5 to (0x\w{40})\? The account has 0\.5 at block (\d+), as (\d) of (\d) nodes say\.$/,
			async (facts, _recipient, _block, agreed, all) =>
				(await balanceOf(facts)) >= HALF && Number(agreed) >= 2 && Number(agreed) <= Number(all),
		],
		[/^Not paid$/, 'advice'],
		[
			/^Not paid: ([\d.]+) was asked for, but the account has ([\d.]+) at block \d+, as \d of \d nodes say\.$/,
			async (facts, asked, balance) =>
				(await balanceOf(facts)) === weiOf(balance) && weiOf(balance) < weiOf(asked),
		],
		[
			/^Not paid: (\S+) to (\S+) is no amount with at most 18 decimals, or no address\.$/,
			({ requests }, amount, recipient) =>
				requests.length === 0 && (!/^\d+(\.\d+)?$/.test(amount) || recipient.length !== 42),
		],
		[/^Not paid: /, 'advice'],
		[
			/There is no endpoint to call: no node of the network \S+ is running\..*$/,
			({ after }) => after.nodes.every(({ networkId }) => networkId !== seedIds.networks.ethereum),
		],
		[
			/Agreement needs at least two different endpoints, but there is one\..*$/,
			({ after }) =>
				after.nodes.filter(({ networkId }) => networkId === seedIds.networks.ethereum).length === 1,
		],
		...REASONS,
	],
};
