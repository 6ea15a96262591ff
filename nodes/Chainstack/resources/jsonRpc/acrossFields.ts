import { BLOCKS_BEHIND, BLOCK_AGE } from '../../../shared/fields/healthFields';
import { optionsOf, rpcCallOptions } from '../../../shared/fields/options';
import { MAX_RETRIES, RPC_TIMEOUT } from '../../../shared/run/requestOptions';
import { field } from '../../../shared/values/field';
import type { Property } from '../../../shared/values/propertyTypes';

/** The meaning of an empty result. */
export const EMPTY_IS_FAILURE = field('boolean', 'Empty Counts as Failure', 'emptyIsFailure', {
	default: true,
	description:
		'Whether the next endpoint is asked when a result is empty. Without this option: for a transaction or receipt by its hash, which a node may not know yet; when most endpoints know nothing, the result is empty.',
});

/** From which age on an endpoint takes no part. */
export const MAX_BLOCK_AGE = {
	...BLOCK_AGE,
	description:
		'How old the newest block of an endpoint may be; older ones take no part. With Agreement, how old the block may be that all are asked about; without this option, that depends on the chain.',
} as const satisfies Property;

/** From which distance on an endpoint takes no part. */
export const MAX_BLOCKS_BEHIND = {
	...BLOCKS_BEHIND,
	description:
		'How many blocks an endpoint may be behind most of the others; those further behind take no part. At least three endpoints are needed. The newest blocks are read once per run.',
} as const satisfies Property;

/** Whether more nodes than one get a signed transaction. */
export const SEND_TO_ALL = field('boolean', 'Send to All', 'sendToAll', {
	description:
		'Whether eth_sendRawTransaction goes to all endpoints at once, so that the transaction spreads faster. It takes effect once: an endpoint that has it already counts as success.',
});

/** How long the call as a whole may take. */
export const TIME_LIMIT = field('number', 'Time Limit (Seconds)', 'timeLimit', {
	typeOptions: { minValue: 0.001, maxValue: 2_147_483 },
	default: 60,
	description:
		'How long the call may take as a whole, over all endpoints and repetitions. Without this option, these bound it.',
});

/** How long one of several endpoints may take; 5 seconds, because another one can answer meanwhile. */
const ENDPOINT_TIMEOUT = {
	...RPC_TIMEOUT,
	displayName: 'Timeout per Endpoint (Seconds)',
	default: 5,
	description:
		'How long to wait for one endpoint, from connecting to the last byte of the response, before the next one is asked',
} as const satisfies Property;

/** How often all endpoints are asked again. */
const ROUNDS = {
	...MAX_RETRIES,
	description:
		'How many more times to go through the endpoints when none of them has answered. What changes something is repeated only if it certainly had no effect.',
} as const satisfies Property;

/** Options of operations that call several endpoints, each of which stands in for the others. */
export const acrossOptions = <const Own extends readonly Property[]>(...own: Own) =>
	optionsOf([...own, ...rpcCallOptions(ROUNDS, ENDPOINT_TIMEOUT)]);
