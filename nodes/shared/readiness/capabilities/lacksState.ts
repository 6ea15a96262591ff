/**
 * What nodes say about state they do not have (dshackle, EthereumLowerBoundStateDetector; eRPC,
 * architecture/evm/util.go). In lower case.
 */
const PRUNED = [
	'missing trie node',
	'header not found',
	'historical state',
	'state histories',
	'old data not available',
	'has been pruned',
	'header for hash not found',
	'purged for block',
	'no state available',
	'body not found',
	'data before txnum',
	'state at block',
	'no historical rpc',
	'historical backend',
	'no state found',
	'unsupported block number',
	'such an id is pruned',
	'state is not available',
	'empty reader set',
	'unexpected state root',
	'does not maintain archive data',
	'state is pruned',
	'lowest height is',
	'version has either been pruned',
	'does not exist on height',
	'failed to load state',
	'state already discarded',
	'state pruning',
	'state not found',
	'pruned',
];

/** @returns whether a message of a node says that it does not have the state or the block that was asked for */
export function lacksState(message: string): boolean {
	const text = message.toLowerCase();
	return PRUNED.some((each) => text.includes(each));
}
