import type { INodeProperties, INodePropertyCollection, INodeTypeDescription } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { exampleInputs, MADE } from '../../../scripts/docs/exampleInputs.mts';
import { seedIds } from '../../../sandbox/start.mts';
import { told, usePlatform } from '../fixtures/platform.mts';
import { loadPackage } from '../support/index.mts';

const platform = usePlatform({ deployMs: 1 });

const NOTHING = '={{ $json.missing }}';

/** Fields that may be empty, because they do not decide what is created, changed or queried. */
const MAY_BE_EMPTY = ['options.label'];

type Values = Record<string, unknown>;

/** Stand for what examples make first, by resource. */
const MADE_BEFORE: Record<string, string> = {
	accessRule: seedIds.accessRule,
	ipfs: 'PIN-1-2-3',
	project: seedIds.projects.main,
};

const url = 'https://example.com/0123456789abcdef';

/** The values of a valid run of an operation, and of fields that other choices would show. */
function validValues(resource: string, operation: string): Values {
	const { parameters } = exampleInputs[`${resource}.${operation}`];
	const valid = JSON.stringify(parameters).replaceAll(MADE, MADE_BEFORE[resource]);
	const ofPins = resource === 'ipfs' ? { sort: 'title' } : {};
	const others = { url, referenceUrl: url, project: seedIds.projects.main, ...ofPins };
	return { ...others, ...(JSON.parse(valid) as Values) };
}

/** One field of an operation, and the parameters that show it, with an expression that yields nothing. */
interface Emptied {
	path: string;
	label: string;
	parameters: Values;
	/** Fields next to the outermost one that have to be filled in for it to be shown. */
	beside?: Values;
}

const description = (await loadPackage()).nodeTypes.chainstack.type.description;
const properties = (description as INodeTypeDescription).properties.filter(
	({ type }) => type !== 'notice',
);

const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options, displayOptions }) =>
		(options as Array<{ value: string }>).flatMap(({ value }) =>
			(displayOptions?.show?.resource as string[]).map((resource) => ({
				resource,
				operation: value,
			})),
		),
	);

function emptiedFields(resource: string, operation: string): Emptied[] {
	const own = properties.filter(
		(field) =>
			field.displayOptions?.show?.operation !== undefined && isOf(field, resource, operation),
	);
	const valid = validValues(resource, operation);
	return own.flatMap((field) =>
		emptied(ofOperation(field, resource, operation), valid).map(
			({ beside, parameters, ...inner }) => ({
				...inner,
				parameters: { ...valid, ...shownBy(field), ...beside, ...parameters },
			}),
		),
	);
}

/** Whether a parameter, or a field of a collection, is shown for an operation. */
function isOf({ displayOptions }: INodeProperties, resource: string, operation: string): boolean {
	const { show = {} } = displayOptions ?? {};
	const isAmong = (name: string, value: string) =>
		(show[name] ?? show[`/${name}`])?.includes(value) ?? true;
	return isAmong('resource', resource) && isAmong('operation', operation);
}

/** A parameter as it is for an operation: a collection may hold fields of others. */
function ofOperation(field: INodeProperties, resource: string, operation: string): INodeProperties {
	if (field.type !== 'collection') return field;
	const inside = (field.options as INodeProperties[])
		.filter((each) => isOf(each, resource, operation))
		.map((each) => ofOperation(each, resource, operation));
	return { ...field, options: inside };
}

/** Such fields are neither shown nor read where the node is none. */
function isForTools({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['@tool'] !== undefined;
}

/** The field itself, or each of the fields it holds. */
function emptied(field: INodeProperties, valid: Values): Emptied[] {
	const { name, displayName: label, type, options = [] } = field;
	const below = (fields: INodeProperties[], wrap: (values: Values) => unknown, prefix = name) =>
		fields
			.filter((each) => each.type !== 'notice' && !isForTools(each))
			.flatMap((each) =>
				emptied(each, valid).map((inner) => ({
					path: `${prefix}.${inner.path}`,
					label: inner.label,
					parameters: { [name]: wrap({ ...shownBy(each), ...inner.parameters }) },
					beside: { ...inner.beside, ...shownBy(each, '/') },
				})),
			);
	if (type === 'collection') return below(options as INodeProperties[], (values) => values);
	if (type !== 'fixedCollection')
		return [{ path: name, label, parameters: { [name]: none(field) } }];
	return (options as INodePropertyCollection[]).flatMap((group) => {
		const rows = valid[name] as Record<string, Values[]> | undefined;
		const [row] = rows?.[group.name] ?? [{}];
		const wrap = (values: Values) => ({ [group.name]: [{ ...row, ...values }] });
		return below(group.values, wrap, `${name}.${group.name}`);
	});
}

function none({ type, modes = [] }: INodeProperties): unknown {
	if (type !== 'resourceLocator') return NOTHING;
	const mode = modes.find(({ type: kind }) => kind === 'string')?.name;
	return { __rl: true, mode, value: NOTHING };
}

/** Values of other fields with which a field is shown: of those beside it, or (`/`) of the outermost ones. */
function shownBy({ displayOptions }: INodeProperties, from: '' | '/' = ''): Values {
	const shown = Object.entries(displayOptions?.show ?? {}).map(([name, values]) => [
		name,
		values?.[0],
	]) as Array<[string, unknown]>;
	return Object.fromEntries(
		shown
			.filter(([name]) => name.startsWith('/') === (from === '/'))
			.filter(([name]) => !/^\/?(resource|operation)$/.test(name))
			.map(([name, value]) => [name.slice(from.length), value]),
	);
}

describe('a field whose expression yields nothing', () => {
	it.each(operations)(
		'is named in the message, and nothing is sent: $resource $operation',
		async ({ resource, operation }) => {
			// Where only the label is empty, Wait Until Synced runs: one good answer is enough for it.
			const deviating: Array<[path: string, said: string]> = [];
			for (const { path, label, parameters } of emptiedFields(resource, operation)) {
				const run = await platform.run([resource, operation], {
					successfulChecks: 1,
					...parameters,
				});
				const { message } = told(run);
				const isNamed = run.status === 'error' && message.includes(`'${label}'`);
				const mayBeEmpty = MAY_BE_EMPTY.includes(path);
				const sent = platform.requests().map((request) => `${request.method} ${request.path}`);
				if (isNamed === mayBeEmpty) deviating.push([path, message]);
				if (!mayBeEmpty && sent.length > 0) deviating.push([path, sent.join(', ')]);
				platform.sandbox.reset();
			}
			expect(deviating).toEqual([]);
		},
	);

	it('is accepted only where it decides nothing, and each such field exists', () => {
		const paths = operations.flatMap(({ resource, operation }) =>
			emptiedFields(resource, operation).map(({ path }) => path),
		);
		expect(paths.length).toBeGreaterThan(300);
		expect(MAY_BE_EMPTY.filter((path) => !paths.includes(path))).toEqual([]);
	});
});
