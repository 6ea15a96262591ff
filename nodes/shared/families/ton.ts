import { compileGlossary } from '../jsonRpc/words';
import { isRecord } from '../text/json';
import type { Family } from './family';
import { at, ifServed, noTimeReason, read, makeFault } from './readFields';

/** The masterchain is not split (TON documentation, shards). */
const MASTERCHAIN_SHARD = '-9223372036854775808';

/** TON: the newest block of the masterchain, and when it was made. No target: the age decides. */
export const ton: Family = {
	title: 'TON',
	asks: 'getMasterchainInfo',
	callPath: 'jsonRPC',
	version: 'bare',
	reads:
		/^(get[A-Z]\w*|runGetMethod|estimateFee|shards|lookupBlock|tryLocate\w+|detect(Address|Hash)|(un)?packAddress)$/,
	errors: {
		// toncenter/ton-http-api: its own errors have the status as their code.
		ownStatuses: [422],
		codes: { '422': 'invalid', '416': 'invalid', '400': 'invalid' },
		// Codes of liteservers, as tonlib names them: the message follows without a space.
		glossary: compileGlossary([
			{ sign: 'missing', anyOf: ['lite server notready*', 'lite server unknown*', 'not in db'] },
			{ sign: 'timedOut', anyOf: ['lite server network*', 'lite server timeout*'] },
		]),
		signed: /^sendBoc\w*$/,
	},
	async probe(ask) {
		const result = unwrap(await ask.get('getMasterchainInfo'));
		const last = read.object(result.last, "'last'");
		const blockNumber = read.integer(last.seqno);
		if (blockNumber === undefined) throw makeFault("the newest block has no 'seqno'", result);
		const place = new URLSearchParams({
			workchain: String(last.workchain ?? -1),
			shard: String(last.shard ?? ''),
			seqno: String(blockNumber),
		});
		const header = await ifServed(ask.get(`getBlockHeader?${place.toString()}`).then(unwrap));
		const blockTimeMs = read.time(at(header, 'gen_utime'), 0.001);
		return {
			result,
			isSyncing: false,
			reason: blockTimeMs === undefined ? noTimeReason() : undefined,
			blockNumber,
			blockHash: read.text(last.root_hash),
			blockTimeMs,
			chainId: read.integer(at(header, 'global_id'))?.toString(),
		};
	},
	async timeAt(ask, height) {
		const place = `workchain=-1&shard=${MASTERCHAIN_SHARD}&seqno=${height}`;
		return read.time(unwrap(await ask.get(`getBlockHeader?${place}`)).gen_utime, 0.001);
	},
};

/** Answers are wrapped in an object with `ok` and `result`; the platform's API description omits it. */
function unwrap(answer: unknown): Record<string, unknown> {
	const body = read.object(answer, 'object');
	if (body.ok === false) {
		const said = read.text(body.error) ?? read.text(body.result);
		throw makeFault(said ?? "the response says 'ok': false", body);
	}
	return isRecord(body.result) ? body.result : body;
}
