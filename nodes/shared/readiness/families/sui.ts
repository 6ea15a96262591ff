import type { Family } from './family';
import { at, ifServed, integerIn, textIn, timeIn, together, unusable } from './readFields';

/** Sui: the newest checkpoint, and when it was made. Checkpoints are counted instead of blocks. */
export const sui: Family = {
	name: 'sui',
	title: 'Sui',
	asks: 'sui_getLatestCheckpointSequenceNumber',
	reads:
		/^(sui_(get|multiGet|tryGet|tryMultiGet)[A-Z]\w*|sui_(dryRunTransactionBlock|devInspectTransactionBlock|verifyZkLoginSignature)|suix_(get|query|resolve)[A-Z]\w*)$/,
	async look(ask, wanted) {
		const [result, chain] = await together([
			ask.call('sui_getLatestCheckpointSequenceNumber'),
			wanted.chain ? ifServed(ask.call('sui_getChainIdentifier')) : undefined,
		]);
		const blockNumber = integerIn(result);
		if (blockNumber === undefined) throw unusable('the result is not a checkpoint number', result);
		const checkpoint = await ifServed(ask.call('sui_getCheckpoint', [String(blockNumber)]));
		const blockTimeMs = timeIn(at(checkpoint, 'timestampMs'), 1);
		return {
			result,
			isSyncing: false,
			...(blockTimeMs === undefined && {
				reason: 'the node did not report the time of its newest checkpoint',
			}),
			blockNumber,
			blockHash: textIn(at(checkpoint, 'digest')),
			blockTimeMs,
			chainId: textIn(chain),
		};
	},
};
