import {
	BATCH_SIZE,
	MAX_CHARACTERS,
	MAX_CONCURRENCY,
	MAX_RETRIES,
	MAX_RETRY_WAIT,
	PLATFORM_TIMEOUT,
	REQUESTS_PER_SECOND,
	RPC_MAX_CONCURRENCY,
	RPC_TIMEOUT,
} from '../run/requestOptions';
import { choices, field, type Property } from '../values/field';
import { CUSTOM_PATH, PATH, PROTOCOL } from './endpointFields';

/** Shows the credentials of nodes in the output; without it they are masked. */
export const INCLUDE_SECRETS = field('boolean', 'Include Secrets', 'includeSecrets', {
	description:
		'Whether to show the keys, passwords and addresses of nodes in the output, which n8n saves with the execution. To call a node, choose it as the endpoint source of a JSON-RPC operation instead: that needs no secret in the workflow.',
});

/**
 * Declares the choice between creating and using what already exists, so that a workflow can be started again.
 * @param description what counts as existing
 */
export const ifExistsProperty = <const D extends string>(description: D) =>
	field('options', 'If It Already Exists', 'ifExists', {
		options: choices({
			create: ['Create Another', 'Create it without checking whether it already exists'],
			use: ['Use It', 'Look for it first and return it instead of creating it again'],
		}),
		default: 'create',
		description,
	});

/** A text to distinguish many endpoints. */
const LABEL = field('string', 'Label', 'label', {
	traits: { decidesNothing: true },
	description: 'Text to include in the output, to tell many endpoints apart',
});

/** Options of operations on the management API: their own, and those that all of them have. */
export const platformOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions([...own, MAX_CONCURRENCY, MAX_RETRIES, MAX_RETRY_WAIT, PLATFORM_TIMEOUT]);

/** The same for operations that wait: what they poll with is not repeated, since the next poll follows anyway. */
export const platformWaitOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions([...own, MAX_CONCURRENCY, PLATFORM_TIMEOUT]);

/** The same for operations that create something: they run one item at a time. */
export const creationOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions([...own, MAX_RETRIES, MAX_RETRY_WAIT, PLATFORM_TIMEOUT]);

/** The options of all calls to node endpoints, besides how often they are repeated, and how long each may take. */
export const ENDPOINT_OPTIONS = [
	BATCH_SIZE,
	CUSTOM_PATH,
	LABEL,
	RPC_MAX_CONCURRENCY,
	PATH,
	PROTOCOL,
	REQUESTS_PER_SECOND,
] as const;

/** Options of operations that call a node endpoint: their own, and those that all of them have. */
export const rpcOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions([...own, ...ENDPOINT_OPTIONS, MAX_RETRIES, MAX_RETRY_WAIT, RPC_TIMEOUT]);

/** The same for operations that wait for a node endpoint: the next poll repeats what failed. */
export const rpcWaitOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions([...own, ...ENDPOINT_OPTIONS, RPC_TIMEOUT]);

/** The collection of options with the one that all have, in alphabetical order, as people search for them. */
export function defineOptions<const Own extends readonly Property[]>(own: Own) {
	const options = [...own, MAX_CHARACTERS] as const;
	return field('collection', 'Options', 'options', {
		placeholder: 'Add option',
		options: [...options].sort((a, b) =>
			a.displayName.localeCompare(b.displayName, 'en', { sensitivity: 'base' }),
		) as ReadonlyArray<Own[number] | typeof MAX_CHARACTERS>,
	});
}
