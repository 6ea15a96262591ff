import {
	BATCH_SIZE,
	CALLS_PER_SECOND,
	RPC_PATIENCE,
	RPC_REQUESTS_AT_ONCE,
} from '../../../shared/items/patience';
import type { Property } from '../../../shared/items/propertyTypes';
import { CUSTOM_PATH, PATH } from '../../../shared/readiness/endpointFields';
import { OPTIONS } from '../options';

const [LONGEST_WAIT, RETRIES, TIME_LIMIT] = RPC_PATIENCE;

/** A text that tells many endpoints apart. */
export const LABEL = {
	displayName: 'Label',
	name: 'label',
	type: 'string',
	default: '',
	description: 'A text that is repeated in the output, to tell many endpoints apart',
} as const satisfies Property;

/** Options from P to Z, which follow an operation's own. */
export const OPTIONS_FROM_P = [
	PATH,
	RPC_REQUESTS_AT_ONCE,
	CALLS_PER_SECOND,
	RETRIES,
	TIME_LIMIT,
] as const;

/** The options of an operation that has none of its own. */
export const rpcOptions = {
	...OPTIONS,
	options: [BATCH_SIZE, CUSTOM_PATH, LABEL, LONGEST_WAIT, ...OPTIONS_FROM_P],
} as const satisfies Property;
