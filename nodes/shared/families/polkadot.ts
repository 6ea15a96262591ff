import type { Family, NodeReport, ProbeClient } from './family';
import { at, ifAnswered, ifServed, noTimeReason, read, waitForAll } from './readFields';

/** Where every chain with a clock stores its time: twox128("Timestamp") followed by twox128("Now"). */
const TIMESTAMP_NOW = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb';

/**
 * Polkadot and other chains built on Substrate: `system_health`. Headers carry no time; the state does. Target: the best
 * block of its peers, so a node without any that should have some is not ready.
 */
export const polkadot: Family = {
	title: 'Polkadot (Substrate)',
	asks: 'system_health',
	reads:
		/^(system_(accountNextIndex|chain|chainType|dryRun|health|localListenAddresses|localPeerId|name|nodeRoles|peers|properties|reservedPeers|syncState|version)|chain_get\w+|state_(call|get\w+|query\w+|traceBlock)|childstate_get\w+|payment_query\w+|author_(pendingExtrinsics|hasKey|hasSessionKeys)|rpc_methods|grandpa_(roundState|proveFinality)|mmr_\w+)$/,
	lacksAsNull: /^chain_get(Block|BlockHash|Header)$/,
	errors: {
		// paritytech/polkadot-sdk, client/rpc-api: author/error.rs, chain/error.rs, state/error.rs.
		codes: {
			'1002': 'refused',
			'1010': 'refused',
			'1011': 'refused',
			'1012': 'refused',
			'1013': 'known',
			'1014': 'refused',
			'1015': 'refused',
			'1016': 'busy',
			'1017': 'refused',
			'4003': 'missing',
		},
		wordsInData: true,
		signed: /^author_submitExtrinsic$/,
	},
	async probe(ask, options) {
		const [answer, sync, header, now, chain, finalized, version] = await waitForAll([
			ask.call('system_health'),
			ifServed(ask.call('system_syncState')),
			options.head ? ifServed(ask.call('chain_getHeader', [], 'head')) : undefined,
			options.head ? ifServed(ask.call('state_getStorage', [TIMESTAMP_NOW])) : undefined,
			options.head || options.chain ? ifServed(ask.call('system_chain')) : undefined,
			options.finality ? ifAnswered(ask.call('chain_getFinalizedHead')) : undefined,
			options.clientVersion ? ifAnswered(ask.call('system_version')) : undefined,
		]);
		const health = readHealth(answer);
		const progress = read.progress(sync);
		const blockTimeMs = readLittleEndian(now);
		// Before its first block, a node that syncs has no time; that it syncs says more.
		const isTimeless = options.head && !health.isSyncing && blockTimeMs === undefined;
		return {
			...health,
			reason: health.reason ?? (isTimeless ? noTimeReason() : undefined),
			...progress,
			blockNumber: read.integer(at(header, 'number')) ?? progress.currentBlock,
			blockTimeMs,
			chainId: read.text(chain),
			finalizedBlock: await readHeight(ask, finalized),
			clientVersion: read.text(version),
		};
	},
	async timeAt(ask, height) {
		const hash = await ask.call('chain_getBlockHash', [Number(height)]);
		// Without a hash, the state would be the newest.
		if (typeof hash !== 'string') return undefined;
		return readLittleEndian(await ask.call('state_getStorage', [TIMESTAMP_NOW, hash]));
	},
};

function readHealth(answer: unknown): NodeReport {
	const result = read.object(answer, 'health');
	const peers = read.count(result.peers);
	if (result.shouldHavePeers === true && peers === 0)
		return { result, isSyncing: true, reason: 'it has no peers', peers };
	return { result, isSyncing: read.flag(result, 'isSyncing'), peers };
}

/** @returns the height of the block with a hash, as far as the node gives it */
async function readHeight(ask: ProbeClient, hash: unknown): Promise<bigint | undefined> {
	if (typeof hash !== 'string') return undefined;
	const header = await ifAnswered(ask.call('chain_getHeader', [hash]));
	return read.integer(at(header, 'number'));
}

/** @returns the time in a 64-bit number of milliseconds, lowest byte first */
function readLittleEndian(value: unknown): number | undefined {
	if (typeof value !== 'string' || !/^0x[\da-f]{16}$/i.test(value)) return undefined;
	return read.time(Buffer.from(value.slice(2), 'hex').readBigUInt64LE().toString(), 1);
}
