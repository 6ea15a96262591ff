import { seedIds } from '../../../sandbox/seed.mts';
import type { Facts, Scene } from '../scene.mts';
import { REASONS } from '../sentences.mts';

const { ethereum } = seedIds.nodes;
const TESTS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const hex = (amount: bigint) => `0x${amount.toString(16)}`;
const list = (accounts: object[]) => async () =>
	await Promise.resolve({ Accounts: { jsonOutput: JSON.stringify({ accounts }) } });

const wasSent = ({ before, after }: Facts, address: string): boolean =>
	after.faucet.length > before.faucet.length &&
	after.faucet.some((each) => each.address === address);
/** Whether the faucet's answer that it has sent tokens to an address has arrived. */
const wasConfirmed = ({ requests }: Facts, address: string): boolean =>
	requests.some(
		({ path, body, status, closedEarly }) =>
			path.includes('faucet') &&
			(body as { address?: string } | undefined)?.address === address &&
			status === 200 &&
			closedEarly !== true,
	);
const balanceOf = async (facts: Facts, address: string): Promise<bigint> =>
	BigInt(String(await facts.call(ethereum, 'eth_getBalance', [address, 'latest'])));

export const faucetTopUp: Scene = {
	start: 'Every Day',
	loses: 'POST',
	paths: {
		good: {
			prepare: async (stage) =>
				await stage.setRpcAnswer(ethereum, 'eth_getBalance', hex(10n ** 17n)),
		},
		bad: {
			prepare: async (stage) =>
				await stage.setRpcAnswer(ethereum, 'eth_getBalance', hex(10n ** 17n - 1n)),
		},
		empty: { parameters: list([]) },
		'partly failed': {
			parameters: list([
				{ label: 'Tests', address: TESTS, least: '0.1' },
				{ label: 'Wrong', address: '0x12', least: '0.1' },
			]),
			prepare: async (stage) => await stage.setRpcAnswer(ethereum, 'eth_getBalance', '0x0'),
		},
		'asked twice in a day': {
			prepare: async (stage) => {
				await stage.setRpcAnswer(ethereum, 'eth_getBalance', '0x0');
				await stage.ask('POST', '/v1/faucet/sepolia', { address: TESTS });
			},
		},
		'the node does not answer': {
			prepare: async (stage) => await stage.fault({ server: 'rpc', kind: 'status', status: 503 }),
		},
	},
	statements: [
		[/^No balance was checked$/, ({ requests }) => requests.length === 0],
		[/^The list of accounts is empty\.$/, ({ requests }) => requests.length === 0],
		[/^\S+ has enough$/, 'advice'],
		[
			/^\S+ \((0x\w+)\) has enough: ([\d.]+) ETH$/,
			async (facts, address) =>
				(await balanceOf(facts, address)) >= 10n ** 17n && !wasSent(facts, address),
		],
		[/^\S+ got [\d.]+ ETH$/, 'advice'],
		[
			/^\S+ \((0x\w+)\) got ([\d.]+) ETH: https:\/\/\S+(0x\w+)$/,
			async (facts, address, eth, hash) =>
				(await balanceOf(facts, address)) < 10n ** 17n &&
				wasConfirmed(facts, address) &&
				facts.after.faucet.some(
					(each) =>
						each.address === address &&
						each.transactionHash === hash &&
						each.amount === Number(eth) * 1e18,
				),
		],
		[/^\S+ is not known to have got tokens$/, 'advice'],
		[
			/^\S+ \((0x\w+)\) is not known to have got tokens: /,
			(facts, address) => !wasConfirmed(facts, address),
		],
		[/^The balance of \S+ is not known$/, 'advice'],
		[
			/^The balance of \S+ \((0x\w*)\) is not known: /,
			(facts, address) => !wasSent(facts, address),
		],
		[
			/'0x12' is not an address on sepolia\..*/,
			({ requests }) => !requests.some(({ path }) => path.includes('0x12')),
		],
		...REASONS,
	],
};
