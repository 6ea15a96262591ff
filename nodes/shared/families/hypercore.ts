import { toHexQuantity } from '../jsonRpc/quantities';
import { jsonExcerpt } from '../text/excerpt';
import type { Family, ProbeClient } from './family';
import { at, ifServed, read, waitForAll, makeFault } from './readFields';

/**
 * Hyperliquid's HyperCore: the exchange's own status, whose fields are not reliably documented, and the newest
 * block of its EVM, whose age reveals a stalled node. No target: the ages decide.
 */
export const hypercore: Family = {
	title: 'Hyperliquid HyperCore',
	asks: '/info with exchangeStatus, and the newest block of /evm',
	async probe(ask) {
		const [status, block] = await waitForAll([
			ask.post('', { type: 'exchangeStatus' }),
			ifServed(askBlock(ask, 'latest')),
		]);
		const result = read.object(status, 'status');
		const time = read.time(result.time, 1);
		const isKnown = time !== undefined || 'universe' in result || 'specialStatuses' in result;
		if (!isKnown) throw makeFault('the response is not an exchange status', result);
		const special = result.specialStatuses ?? null;
		const isSpecial = special !== null && JSON.stringify(special) !== '[]';
		const times = [time, read.time(at(block, 'timestamp'), 0.001)];
		const [blockTimeMs] = times.filter((each) => each !== undefined).sort((a, b) => a - b);
		const lacking = blockTimeMs === undefined ? 'the exchange did not report a time' : undefined;
		return {
			result,
			isSyncing: isSpecial,
			reason: isSpecial ? `the exchange reports ${jsonExcerpt(special, 100)}` : lacking,
			blockNumber: read.integer(at(block, 'number')),
			blockHash: read.text(at(block, 'hash')),
			blockTimeMs,
		};
	},
	timeAt: async (ask, height) =>
		read.time(at(await askBlock(ask, toHexQuantity(height)), 'timestamp'), 0.001),
};

/** Asks the same node for a block of HyperEVM, whose path is relative to `/info`. */
async function askBlock(ask: ProbeClient, tag: string): Promise<unknown> {
	const call = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [tag, false] };
	return at(await ask.post('../evm', call), 'result');
}
