import { compileGlossary } from '../jsonRpc/words';
import { jsonExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { ProbeError, type ProbeClient, type Family, type NodeReport, settle } from './family';
import { at, ifAnswered, ifServed, noTimeReason, makeFault, read, waitForAll } from './readFields';

const CONFIRMED = { commitment: 'confirmed' };

/**
 * Solana: `getHealth` says by how many slots a node lags. Slots are counted instead of blocks. Target: the newest slot
 * that the cluster has confirmed (Agave, rpc_health).
 */
export const solana: Family = {
	title: 'Solana',
	asks: 'getHealth',
	reads: /^(get[A-Z]\w*|isBlockhashValid|minimumLedgerSlot|simulateTransaction)$/,
	lacksAsNull: /^(getBlockTime|getTransaction)$/,
	errors: {
		// anza-xyz/agave, rpc-client-api/src/custom_error.rs.
		codes: {
			'-32001': 'missing',
			'-32002': 'refused',
			'-32003': 'refused',
			'-32004': 'missing',
			'-32005': 'syncing',
			'-32006': 'refused',
			'-32007': 'missing',
			'-32008': 'missing',
			'-32009': 'missing',
			'-32010': 'absent',
			'-32011': 'missing',
			'-32012': 'internal',
			'-32013': 'refused',
			'-32014': 'missing',
			'-32015': 'invalid',
			'-32016': 'missing',
			'-32017': 'reverted',
			'-32018': 'invalid',
			'-32019': 'internal',
		},
		glossary: compileGlossary([
			// What EVM nodes say of a block they lack, these say of a transaction that is too old.
			{ sign: 'refused', anyOf: ['blockhash not found'] },
			{ sign: 'invalid', anyOf: ['transaction version .. not supported'] },
		]),
		signed: /^sendTransaction$/,
	},
	async probe(ask, options) {
		const [health, epoch, genesis, nodes, version] = await waitForAll([
			readHealth(ask),
			options.head ? ifServed(ask.call('getEpochInfo', [CONFIRMED], 'head')) : undefined,
			options.chain ? ifServed(ask.call('getGenesisHash')) : undefined,
			options.peers ? ifAnswered(ask.call('getClusterNodes')) : undefined,
			options.clientVersion ? ifAnswered(ask.call('getVersion')) : undefined,
		]);
		const slot = read.integer(at(epoch, 'absoluteSlot'));
		const blockTimeMs = await readSlotTime(ask, slot);
		const isTimeless = options.head && !health.isSyncing && blockTimeMs === undefined;
		return {
			...health,
			reason: isTimeless ? noTimeReason('slot') : health.reason,
			blockNumber: slot,
			blockTimeMs,
			chainId: read.text(genesis),
			peers: Array.isArray(nodes) ? nodes.length : undefined,
			clientVersion: read.text(at(version, 'solana-core')),
		};
	},
	timeAt: async (ask, height) => read.time(await ask.call('getBlockTime', [Number(height)]), 0.001),
};

async function readSlotTime(ask: ProbeClient, slot?: bigint): Promise<number | undefined> {
	if (slot === undefined) return undefined;
	return read.time(await ifServed(ask.call('getBlockTime', [Number(slot)])), 0.001);
}

async function readHealth(ask: ProbeClient): Promise<NodeReport> {
	const result = await settle(ask.call('getHealth'));
	if (result === 'ok') return { result, isSyncing: false };
	if (!(result instanceof ProbeError))
		throw makeFault(`getHealth says ${jsonExcerpt(result)} instead of "ok"`, result);
	if (result.meaning.sign !== 'syncing') throw result;
	const { answer, message: reason } = result;
	const data = 'data' in answer && isRecord(answer.data) ? answer.data : {};
	const slots = read.count(data.numSlotsBehind);
	const missing = slots === undefined ? { reason } : { blocksBehind: BigInt(slots) };
	return { result: data, isSyncing: true, ...missing };
}
