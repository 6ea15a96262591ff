import type { INodeProperties, INodePropertyCollection, INodeTypeDescription } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { told, usePlatform } from '../fixtures/platform.mts';
import { loadPackage } from '../support/index.mts';

const platform = usePlatform({ deployMs: 1 });

const NOTHING = '={{ $json.missing }}';

/** Fields that may be empty, because they do not decide what is created, changed or queried. */
const MAY_BE_EMPTY = ['deployProtocol', 'options.label'];

type Values = Record<string, unknown>;

/** A rule has types of its own. */
const VALID_OF_RULE: Values = { type: 'ip', value: '203.0.113.10' };

/** What a valid run has in fields that must not be empty. */
const VALID: Values = {
	address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
	blockchain: byId('BC-000-000-008'),
	chainNetwork: byId('ethereum-mainnet'),
	cloud: byId('CC-0016'),
	method: byId('eth_blockNumber'),
	networkId: byId(seedIds.networks.ethereum),
	nodeId: byId(seedIds.nodes.ethereum),
	project: byId(seedIds.projects.main),
	protocol: 'ethereum',
	provider: 'aws',
	referenceUrl: 'https://example.com/0123456789abcdef',
	region: 'us-east-1',
	ruleId: byId(seedIds.accessRule),
	sortField: 'title',
	type: 'dedicated',
	url: 'https://example.com/0123456789abcdef',
};

function byId(value: string): object {
	return { __rl: true, mode: 'id', value };
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
		({ displayOptions: { show = {} } = {} }) =>
			show.resource?.includes(resource) && show.operation?.includes(operation),
	);
	const required = Object.fromEntries(
		own.filter((field) => field.required).map((field) => [field.name, validValue(field)]),
	);
	if (resource === 'accessRule' && operation === 'create') Object.assign(required, VALID_OF_RULE);
	return own.flatMap((field) =>
		emptied(field).map(({ beside, parameters, ...inner }) => ({
			...inner,
			parameters: { ...required, ...shownBy(field), ...beside, ...parameters },
		})),
	);
}

/** Such fields are neither shown nor read where the node is none. */
function isForTools({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['@tool'] !== undefined;
}

/** The field itself, or each of the fields it holds. */
function emptied(field: INodeProperties): Emptied[] {
	const { name, displayName: label, type, options = [], typeOptions } = field;
	const below = (fields: INodeProperties[], wrap: (values: Values) => unknown, prefix = name) =>
		fields
			.filter((each) => each.type !== 'notice' && !isForTools(each))
			.flatMap((each) =>
				emptied(each).map((inner) => ({
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
		const rest = Object.fromEntries(group.values.map((each) => [each.name, validValue(each)]));
		return below(
			group.values,
			(values) => {
				const entry = { ...rest, ...values };
				return { [group.name]: typeOptions?.multipleValues ? [entry] : entry };
			},
			`${name}.${group.name}`,
		);
	});
}

function none({ type, modes = [] }: INodeProperties): unknown {
	if (type !== 'resourceLocator') return NOTHING;
	const mode = modes.find(({ type: kind }) => kind === 'string')?.name;
	return { __rl: true, mode, value: NOTHING };
}

function validValue({
	name,
	type,
	default: usual,
	options = [],
	placeholder = '',
}: INodeProperties) {
	if (name in VALID) return VALID[name];
	if (type === 'fixedCollection') {
		const groups = options as INodePropertyCollection[];
		return Object.fromEntries(
			groups.map((group) => [
				group.name,
				[
					Object.fromEntries(
						group.values.map((each): [string, unknown] => [each.name, validValue(each)]),
					),
				],
			]),
		);
	}
	return usual === '' ? placeholder.replace('e.g. ', '') : usual;
}

/** Values of other fields with which a field is shown: of those beside it, or (`/`) of the outermost ones. */
function shownBy({ displayOptions = {} }: INodeProperties, from: '' | '/' = ''): Values {
	const { show = {}, hide = {} } = displayOptions;
	const hiding = Object.keys(hide).map((name): [string, unknown] => [name, VALID[name]]);
	const shown = Object.entries(show).map(([name, values]): [string, unknown] => [
		name,
		values?.[0],
	]);
	return Object.fromEntries(
		[...hiding, ...shown]
			.filter(([name, value]) => value !== undefined && name.startsWith('/') === (from === '/'))
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
				const run = await platform.run([resource, operation], { goodAnswers: 1, ...parameters });
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
