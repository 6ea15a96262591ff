import type { Family } from './family';
import { at, ifAnswered, ifServed, read, waitForAll } from './readFields';

/** Flags of a consensus client that mean it is not ready, besides the one for synchronizing. */
const HINDRANCES = [
	['is_optimistic', 'its execution client has not verified the newest blocks'],
	['el_offline', 'its execution client is out of reach'],
] as const;

/** Ethereum's consensus layer (beacon API): slots are counted, and missing ones show the age. Target: the slot by the clock. */
export const beacon: Family = {
	title: 'Ethereum Consensus Layer (Beacon API)',
	asks: '/eth/v1/node/syncing',
	// Ethereum's slot (consensus specifications, SECONDS_PER_SLOT).
	slotMs: 12_000,
	async probe(ask, options) {
		const [answer, spec, peers, version] = await waitForAll([
			ask.get('eth/v1/node/syncing'),
			options.chain ? ifServed(ask.get('eth/v1/config/spec')) : undefined,
			options.peers ? ifAnswered(ask.get('eth/v1/node/peer_count')) : undefined,
			options.clientVersion ? ifAnswered(ask.get('eth/v1/node/version')) : undefined,
		]);
		const result = read.object(at(answer, 'data'), "'data'");
		const isSyncing = read.flag(result, 'is_syncing');
		const hindrance = HINDRANCES.find(([name]) => String(result[name]) === 'true');
		const blockNumber = read.integer(result.head_slot);
		const blocksBehind = read.integer(result.sync_distance);
		return {
			result,
			isSyncing: isSyncing || hindrance !== undefined,
			reason: hindrance?.[1],
			currentBlock: blockNumber,
			highestBlock: add(blockNumber, blocksBehind),
			blocksBehind,
			blockNumber,
			chainId: read.integer(at(spec, 'data', 'DEPOSIT_CHAIN_ID'))?.toString(),
			peers: read.count(at(peers, 'data', 'connected')),
			clientVersion: read.text(at(version, 'data', 'version')),
		};
	},
};

function add(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
	return a === undefined || b === undefined ? undefined : a + b;
}
