import { resources } from '../../nodes/Chainstack/resources';
import { rpcOptions, rpcWaitOptions } from '../../nodes/shared/fields/endpointFields';
import { platformOptions, platformWaitOptions } from '../../nodes/shared/fields/options';
import type { Property } from '../../nodes/shared/values/field';
import type { Operation, Resource } from '../../nodes/shared/run/operation';
import { exampleInputs, MADE } from './exampleInputs.mts';
import type { ExampleRun } from './exampleRuns.mts';
import { COMMON_OPTIONS, fieldTables, optionTable, valueTable } from './fields.mts';
import { fenced, GENERATED, lines, table } from './markdown.mts';

const COMMON_PAGE = 'common-options.md';

/** The pages of all resources, by file in docs/resources. */
export function resourcePages(runs: Readonly<Record<string, ExampleRun>>): Map<string, string> {
	const pages = new Map(resources.map((each) => [fileOf(each), page(each, runs)]));
	pages.set(COMMON_PAGE, commonPage());
	pages.set('README.md', overview());
	return pages;
}

/** `access-rule.md` for the resource `accessRule`. */
function fileOf({ value }: Resource): string {
	return `${value.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
}

function overview(): string {
	const rows = resources.map((resource) => {
		const operations = resource.operations.map(
			({ name }) => `[${name}](${fileOf(resource)}#${anchor(name)})`,
		);
		return [`[**${resource.name}**](${fileOf(resource)})`, operations.join(' · ')];
	});
	return lines(
		GENERATED,
		'# Resources and operations',
		'Each page lists the fields of every operation, with an example and its output.',
		table(['Resource', 'Operations'], rows),
		`Options that many operations share are under [common options](${COMMON_PAGE}). To start workflows, see [the trigger](../trigger.md).`,
	);
}

function page(resource: Resource, runs: Readonly<Record<string, ExampleRun>>): string {
	const list = resource.operations.map(
		({ name, description }) => `- [${name}](#${anchor(name)}): ${uncapitalized(description)}`,
	);
	return lines(
		GENERATED,
		`# ${resource.name}`,
		`${resource.description}. In workflow JSON, \`resource\` is \`${resource.value}\`.`,
		list.join('\n'),
		...resource.operations.flatMap((operation) =>
			section(operation, `${resource.value}.${operation.value}`, runs),
		),
		'[All resources](README.md) · [Common options](common-options.md) · [Troubleshooting](../troubleshooting.md)',
	);
}

function section(
	operation: Operation,
	key: string,
	runs: Readonly<Record<string, ExampleRun>>,
): string[] {
	const notices = operation.properties
		.filter(({ type }) => type === 'notice')
		.map(({ displayName }) => `> ${displayName}`);
	return [
		`## ${operation.name}`,
		`${full(operation.description)} ${EFFECTS[typeof operation.effect === 'string' ? operation.effect : 'depends']} \`operation\`: \`${operation.value}\`.`,
		...notices,
		...fieldTables(operation.properties, COMMON_PAGE),
		...example(operation, key, runs[key]),
	];
}

const EFFECTS = {
	reads: 'It only reads.',
	updates: 'It changes or removes existing objects; repeating it does no harm.',
	creates:
		'It creates something: items run one after the other, and [nothing is created twice](../reliability.md#nothing-is-created-twice).',
	depends: 'A method that writes is sent once and never repeated.',
} as const;

function example({ properties }: Operation, key: string, run: ExampleRun | undefined): string[] {
	const input = exampleInputs[key];
	if (input === undefined || run === undefined) return [];
	const { parameters, file } = input;
	const { id = '' } = run.output as { id?: string };
	const filled = JSON.parse(JSON.stringify(parameters).replaceAll(MADE, id)) as object;
	const fields =
		Object.keys(parameters).length === 0
			? ['**Example**, with the default values']
			: [
					file === undefined
						? '**Example**'
						: `**Example**, with the file \`${file.name}\` in the field \`data\` of the item`,
					valueTable(properties, filled),
				];
	const files = Object.entries(run.files ?? {}).map(
		([field, name]) => `${name} in the field \`${field}\``,
	);
	return [
		...fields,
		files.length === 0
			? 'returns, as its first item:'
			: `returns the file ${files.join(', ')} and:`,
		fenced(JSON.stringify(shortened(run.output), undefined, '  ')),
	];
}

/** Long texts and lists are cut: the example shows the form. */
function shortened(value: unknown): unknown {
	if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
	}
	return typeof value === 'string' && value.length > 120 ? `${value.slice(0, 117)}…` : value;
}

function commonPage(): string {
	const ofRpc = [rpcOptions(), rpcWaitOptions()].flatMap(({ options }) => options as Options);
	const ofPlatform = [platformOptions(), platformWaitOptions()].flatMap(
		({ options }) => options as Options,
	);
	const others = ofRpc.filter(({ name }) => name !== 'limits' && COMMON_OPTIONS.has(name));
	return lines(
		GENERATED,
		'# Common options',
		'Many operations have these options under **Options**. All have a default that suits most workflows, which for the management API may be another one than for JSON-RPC. [Reliability](../reliability.md) explains how they work together.',
		'## JSON-RPC',
		commonTable(others),
		'## Limits and Retries',
		'These fields are inside **Options**, under **Limits and Retries** (`options.limits` in workflow JSON). Each operation offers those that apply to it.',
		'### Requests to the management API',
		commonTable(limitsAmong(ofPlatform)),
		'### Calls to node endpoints',
		commonTable(limitsAmong(ofRpc)),
		'[All resources](README.md)',
	);
}

type Options = readonly Property[];

function limitsAmong(options: Options): Options {
	const groups = options.filter(({ name }) => name === 'limits');
	return groups.flatMap((group) => group.options as Options);
}

/** These options, each once. */
function commonTable(options: Options): string {
	const known = new Map(options.map((each) => [each.name, each]));
	return optionTable(
		[...known.values()].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	);
}

function anchor(text: string): string {
	return text
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-');
}

function full(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

function uncapitalized(text: string): string {
	return /^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text;
}
