import { compileGlossary } from '../jsonRpc/words';
import { ProbeError, settle } from './family';
import type { Family, NodeReport, ProbeClient, ProbeOptions } from './family';
import { at, ifServed, noTimeReason, read, waitForAll, makeFault } from './readFields';

/** Below the endpoint; plain JSON over POST (docs.sui.io, GraphQL for Sui RPC). */
const GRAPHQL = 'graphql';

/** Without a number, `checkpoint` is the newest one (docs.sui.io, GraphQL reference, Query). */
const NEWEST = '{ chainIdentifier checkpoint { sequenceNumber digest timestamp } }';

/**
 * Sui: the newest checkpoint, and when it was made. Checkpoints are counted instead of blocks. No target: the age
 * decides.
 */
export const sui: Family = {
	title: 'Sui',
	asks: 'sui_getLatestCheckpointSequenceNumber',
	errors: {
		// MystenLabs/sui, crates/sui-json-rpc/src/error.rs, crates/sui-json-rpc-api/src/lib.rs.
		codes: { '-32002': 'refused', '-32050': 'timedOut' },
		glossary: compileGlossary([
			{
				sign: 'refused',
				anyOf: [
					'transaction input/inputs',
					'locked objects',
					'rejected as invalid',
					'transaction expired',
					'non recoverable errors',
				],
			},
			{ sign: 'timedOut', anyOf: ['before reaching finality'] },
		]),
		signed: /^sui_executeTransactionBlock$/,
	},
	reads:
		/^(sui_(get|multiGet|tryGet|tryMultiGet)[A-Z]\w*|sui_(dryRunTransactionBlock|devInspectTransactionBlock|verifyZkLoginSignature)|suix_(get|query|resolve)[A-Z]\w*)$/,
	async probe(ask, options) {
		if (ask.dialect === GRAPHQL) return await probeByGraphql(ask);
		const report = await settle(probeByJsonRpc(ask, options));
		if (!(report instanceof ProbeError)) return report;
		if (report.meaning.kind !== 'unsupported' && !report.hasNoRpc) throw report;
		// The software of the nodes gives up JSON-RPC; one without either is not a node of Sui.
		const other = await settle(probeByGraphql(ask));
		if (!(other instanceof ProbeError)) return other;
		throw other.answer.kind === 'rateLimited' ? other : report;
	},
	async timeAt(ask, height) {
		if (ask.dialect !== GRAPHQL)
			return readTime(await ask.call('sui_getCheckpoint', [String(height)]));
		const query = `{ checkpoint(sequenceNumber: ${height}) { timestamp } }`;
		return readTime(at(await ask.post(GRAPHQL, { query }), 'data', 'checkpoint'));
	},
};

async function probeByJsonRpc(ask: ProbeClient, options: ProbeOptions): Promise<NodeReport> {
	const [result, chain] = await waitForAll([
		ask.call('sui_getLatestCheckpointSequenceNumber'),
		options.chain ? ifServed(ask.call('sui_getChainIdentifier')) : undefined,
	]);
	const blockNumber = read.integer(result);
	if (blockNumber === undefined) throw makeFault('the result is not a checkpoint number', result);
	const checkpoint = await ifServed(ask.call('sui_getCheckpoint', [String(blockNumber)]));
	const chainId = shortenChainId(read.text(chain));
	return { result, isSyncing: false, blockNumber, chainId, ...readCheckpoint(checkpoint) };
}

async function probeByGraphql(ask: ProbeClient): Promise<NodeReport> {
	const answer = await ask.post(GRAPHQL, { query: NEWEST }, 'head');
	const result = at(answer, 'data', 'checkpoint');
	const blockNumber = read.integer(at(result, 'sequenceNumber'));
	if (blockNumber === undefined) throw makeFault('the response has no newest checkpoint', answer);
	ask.dialect = GRAPHQL;
	const chainId = shortenChainId(read.text(at(answer, 'data', 'chainIdentifier')));
	return { result, isSyncing: false, blockNumber, chainId, ...readCheckpoint(result) };
}

function readCheckpoint(checkpoint: unknown) {
	const blockTimeMs = readTime(checkpoint);
	const reason = blockTimeMs === undefined ? noTimeReason('checkpoint') : undefined;
	return { reason, blockHash: read.text(at(checkpoint, 'digest')), blockTimeMs };
}

/** JSON-RPC gives the time of a checkpoint in milliseconds, GraphQL as a date. */
function readTime(checkpoint: unknown): number | undefined {
	return read.time(at(checkpoint, 'timestampMs'), 1) ?? read.date(at(checkpoint, 'timestamp'));
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * @param id the digest of the first checkpoint in base58, as GraphQL gives it, or its first four bytes in hexadecimal
 * @returns the first four bytes, as JSON-RPC gives them, so that a chain has one name in both
 */
export function shortenChainId(id: string | undefined): string | undefined {
	if (id === undefined || !/^[1-9A-HJ-NP-Za-km-z]{40,44}$/.test(id)) return id;
	const value = [...id].reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n);
	// A digest has 32 bytes.
	return (value >> 224n).toString(16).padStart(8, '0');
}
