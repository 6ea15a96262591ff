import type { INodeProperties } from 'n8n-workflow';

import { notice } from '../values/field';
import type { Operation, Resource } from './operation';
import { shareFields, type Panel } from './sharedProperties';

/**
 * Builds the parameters of a node: the resource, its operations, and the fields of each operation, shown only when that
 * operation is chosen. The resource chosen at first must never change: n8n leaves defaults out of saved workflows.
 */
export function buildNodeProperties(
	resources: readonly Resource[],
	{ value: defaultValue }: Resource,
): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({ name, value, description })),
			default: defaultValue,
		},
		...resources.map(buildOperationProperty),
		...shareFields(
			resources.flatMap((resource) =>
				resource.operations.map((operation) => buildPanel(resource, operation)),
			),
		),
	];
}

/**
 * Finds an operation.
 * @throws Error when there is none, which only a workflow edited by hand can cause
 */
export function findOperation(
	resources: readonly Resource[],
	resource: string,
	operation: string,
): Operation {
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found === undefined)
		throw new Error(`There is no operation '${operation}' of the resource '${resource}'`);
	return found;
}

function buildOperationProperty(resource: Resource): INodeProperties {
	const { operations, defaultOperation } = resource;
	// A node that was just added must not be set to buy, change or delete something.
	const harmless = operations.find(({ effect }) => effect === 'reads');
	const { value: defaultValue } = defaultOperation ?? harmless ?? operations[0];
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: operations.map(({ name, value, action, description }) => {
			return { name, value, action, description };
		}),
		default: defaultValue,
	};
}

function buildPanel({ value: resource }: Resource, operation: Operation): Panel {
	const { action, effect, properties } = operation;
	const does = typeof effect === 'function' ? 'may change something' : 'changes something';
	// Shown if the operation is the tool of an agent; n8n before 2 never shows it.
	const approval = notice(
		'approvalNotice',
		`'${action}' ${does}, and the agent runs it without asking. To require approval (n8n 2), point at the connection between this tool and the agent and choose Add Human Review Step.`,
		{ displayOptions: { show: { '@tool': [true] } } },
	);
	const all = effect === 'reads' ? properties : [approval, ...properties];
	// Declared read-only, so that the types of the values can be derived from them; n8n's type is not.
	const fields = all as unknown as INodeProperties[];
	return { resource, operation: operation.value, fields };
}

/** The expression for the text below a node on the canvas, such as 'JSON-RPC: Check Sync'. */
export function buildOperationSubtitle(resources: readonly Resource[]): string {
	const texts = resources.flatMap(({ name, value, operations }) =>
		operations.map((each) => [`${value}.${each.value}`, `${name}: ${each.name}`] as const),
	);
	return buildSubtitle(['resource', 'operation'], texts);
}

/**
 * The expression for the text below a node: the names people chose in the panel instead of the values
 * that are stored.
 * @param parameters names of the parameters whose values together select the text
 * @param texts for each combination of values, joined by dots, the text
 */
export function buildSubtitle(
	parameters: readonly string[],
	texts: ReadonlyArray<readonly [string, string]>,
): string {
	const key = parameters.map((name) => `$parameter[${JSON.stringify(name)}]`).join(' + "." + ');
	return `={{ (${JSON.stringify(Object.fromEntries(texts))})[${key}] }}`;
}
