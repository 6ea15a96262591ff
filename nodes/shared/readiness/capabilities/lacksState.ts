/**
 * Messages of nodes about state they do not have (dshackle, EthereumLowerBoundStateDetector; eRPC,
 * architecture/evm/util.go).
 */
const PRUNED = new RegExp(
	[
		'missing trie node|header not found|historical state|state histories|old data not available',
		'header for hash not found|purged for block|no state available|body not found',
		'data before txnum|state at block|no historical rpc|historical backend|no state found',
		'unsupported block number|state is not available|empty reader set|unexpected state root',
		'does not maintain archive data|lowest height is|does not exist on height',
		'failed to load state|state already discarded|state pruning|state not found|pruned',
	].join('|'),
	'i',
);

/** @returns whether a message of a node says that it does not have the state or the block that was asked for */
export function lacksState(message: string): boolean {
	return PRUNED.test(message);
}
