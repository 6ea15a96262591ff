import { PLATFORM_PATIENCE, REQUESTS_AT_ONCE } from '../../shared/items/patience';
import type { Property } from '../../shared/items/propertyTypes';

/** What every collection of options begins with. */
export const OPTIONS = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
} as const;

const [LONGEST_WAIT, RETRIES, TIME_LIMIT] = PLATFORM_PATIENCE;

/** Shows the credentials of nodes in the output; without it they are masked. */
export const INCLUDE_SECRETS = {
	displayName: 'Include Secrets',
	name: 'includeSecrets',
	type: 'boolean',
	default: false,
	description:
		'Whether to show the keys, passwords and addresses of nodes in the output, which n8n saves with the execution. To call a node, choose it as the endpoint source of a JSON-RPC operation instead: that needs no secret in the workflow.',
} as const satisfies Property;

/** Options of operations on the management API. */
export const platformOptions = {
	...OPTIONS,
	options: [LONGEST_WAIT, REQUESTS_AT_ONCE, RETRIES, TIME_LIMIT],
} as const satisfies Property;

/** The same for operations whose result may hold secrets. */
export const platformOptionsWithSecrets = {
	...OPTIONS,
	options: [INCLUDE_SECRETS, LONGEST_WAIT, REQUESTS_AT_ONCE, RETRIES, TIME_LIMIT],
} as const satisfies Property;

/** Options of operations that create nodes: they run one item at a time. */
export const creationOptionsWithSecrets = {
	...OPTIONS,
	options: [INCLUDE_SECRETS, LONGEST_WAIT, RETRIES, TIME_LIMIT],
} as const satisfies Property;

/** Options of other operations that create something. */
export const creationOptions = {
	...OPTIONS,
	options: [LONGEST_WAIT, RETRIES, TIME_LIMIT],
} as const satisfies Property;
