import {
	limitsField,
	MAX_CONCURRENCY,
	MAX_RETRIES,
	MAX_RETRY_WAIT,
	PLATFORM_TIMEOUT,
} from './requestFields';
import { sortByName } from './sortByName';
import { Problem } from '../text/problem';
import { choices, field, type Property } from '../values/field';

/** The switch between all fields and the few that most workflows need. */
export const simplifyProperty = field('boolean', 'Simplify', 'simplify', {
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** Shows the credentials of nodes in the output; without it they are masked. */
export const INCLUDE_SECRETS = field('boolean', 'Include Secrets', 'includeSecrets', {
	description:
		'Whether to show the keys, passwords and addresses of nodes in the output, which n8n saves with the execution. To call a node, choose it in an operation of Endpoint (JSON-RPC) instead: that needs no secret in the workflow.',
});

/**
 * Declares the choice between creating an object and using an existing one, so that a workflow can be started again.
 * @param description the objects that count as existing
 */
export const ifExistsProperty = (description: string) =>
	field('options', 'If It Already Exists', 'ifExists', {
		options: choices({
			create: ['Create Another', 'Create it without checking whether it already exists'],
			use: [
				'Use It',
				'Look for it first and return it instead of creating it again. Two runs at the same time can both find nothing, and create it twice.',
			],
		}),
		default: 'create',
		description,
		builderHint: {
			propertyHint:
				"Use 'use' in workflows that may run more than once, such as on a schedule: then nothing is paid for twice.",
		},
	});

/** Options of operations on the management API: their own, and their limits. */
export const platformOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions(own, [MAX_CONCURRENCY, MAX_RETRIES, MAX_RETRY_WAIT, PLATFORM_TIMEOUT]);

/** The same for operations that wait: their requests are not repeated, since the next poll follows anyway. */
export const platformWaitOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions(own, [MAX_CONCURRENCY, PLATFORM_TIMEOUT]);

/** The same for operations that create something: they run one item at a time. */
export const creationOptions = <const Own extends readonly Property[]>(...own: Own) =>
	defineOptions(own, [MAX_RETRIES, MAX_RETRY_WAIT, PLATFORM_TIMEOUT]);

/** The collection of options with the limits of requests, in alphabetical order, as people search for them. */
export const defineOptions = <
	const Own extends readonly Property[],
	const Limits extends readonly Property[],
>(
	own: Own,
	limits: Limits,
) =>
	field('collection', 'Options', 'options', {
		placeholder: 'Add option',
		options: sortByName([...own, limitsField(limits)] as const),
	});

/** Fields that few need when they create something. */
export const defineAdditionalFields = <const Own extends readonly Property[]>(...options: Own) =>
	field('collection', 'Additional Fields', 'additionalFields', {
		placeholder: 'Add Field',
		options,
	});

/** The fields of something that can be changed. */
export const updateFieldsOf = <const Own extends readonly Property[]>(...options: Own) =>
	field('collection', 'Update Fields', 'updateFields', {
		placeholder: 'Add Field',
		description: 'The fields to change',
		options,
	});

/** @returns the changes @throws Problem when there are none: no field of {@link updateFieldsOf} has a value */
export function checkChanges<T extends object>(changes: T): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new Problem("'Update Fields' contains nothing to change, so nothing was sent", {
		hint: 'Add at least one field, and give it a value',
	});
}
