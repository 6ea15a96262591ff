import { jsonExcerpt } from '../text/excerpt';
import type { Family } from './family';
import { at, ifServed, read, waitForAll, makeFault } from './readFields';

/** Where the same node serves HyperEVM, relative to `/info`. */
const EVM_PATH = '../evm';

const NEWEST_BLOCK = {
	jsonrpc: '2.0',
	id: 1,
	method: 'eth_getBlockByNumber',
	params: ['latest', false],
};

/**
 * Hyperliquid's HyperCore: the exchange's own status, whose fields are not reliably documented, and the newest
 * block of its EVM, whose age reveals a stalled node.
 */
export const hypercore: Family = {
	name: 'hypercore',
	title: 'Hyperliquid HyperCore',
	asks: '/info with exchangeStatus, and the newest block of /evm',
	async probe(ask) {
		const [status, head] = await waitForAll([
			ask.post('', { type: 'exchangeStatus' }),
			ifServed(ask.post(EVM_PATH, NEWEST_BLOCK)),
		]);
		const result = read.object(status, 'status');
		const time = read.time(result.time, 1);
		const isKnown = time !== undefined || 'universe' in result || 'specialStatuses' in result;
		if (!isKnown) throw makeFault('the response is not an exchange status', result);
		const special = result.specialStatuses ?? null;
		const isSpecial = special !== null && JSON.stringify(special) !== '[]';
		const block = at(head, 'result');
		const times = [time, read.time(at(block, 'timestamp'), 0.001)];
		const [blockTimeMs] = times.filter((each) => each !== undefined).sort((a, b) => a - b);
		return {
			result,
			isSyncing: isSpecial,
			reason: isSpecial
				? `the exchange reports ${jsonExcerpt(special, 100)}`
				: blockTimeMs === undefined
					? 'the exchange did not report a time'
					: undefined,
			blockNumber: read.integer(at(block, 'number')),
			blockHash: read.text(at(block, 'hash')),
			blockTimeMs,
		};
	},
	async timeAt(ask, height) {
		const params = [`0x${height.toString(16)}`, false];
		const answer = await ask.post(EVM_PATH, { ...NEWEST_BLOCK, params });
		return read.time(at(answer, 'result', 'timestamp'), 0.001);
	},
};
