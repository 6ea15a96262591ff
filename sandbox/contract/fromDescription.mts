import {
	findOperation,
	operationName,
	OPERATIONS,
	successOf,
	type Described,
	type DescribedOperation,
} from './described.mts';
import { EXCHANGES } from './exchanges.mts';
import type { Envelope, Exchange, Expectation, Statement } from './statement.mts';

/** Operations that a run never calls, and why. */
const NEVER_CALLED: ReadonlyMap<string, string> = new Map([
	['PATCH /v1/organization/', 'a run changes only what it made'],
	['POST /v1/projects/', 'a run makes one network, pin and rule, and nothing else'],
	['PATCH /v1/projects/{id}/', 'a run changes only what it made'],
	['DELETE /v1/projects/{id}/', 'a run deletes only what it made'],
	['POST /v2/projects/', 'a run makes one network, pin and rule, and nothing else'],
	['PATCH /v2/projects/{id}/', 'a run changes only what it made'],
	['DELETE /v2/projects/{id}/', 'a run deletes only what it made'],
	['POST /v1/nodes/', 'it would pay for a second node'],
	['POST /v2/nodes/', 'it would pay for a second node'],
	['DELETE /v2/nodes/{id}/', 'the node is deleted once, in version 1'],
	['POST /v1/faucet/sepolia', 'it would use up the request of a day'],
	['POST /v1/faucet/{chain}', 'it would use up the request of a day'],
	['POST /v1/ipfs/pins/pinfiles', 'a run makes one pin'],
	['POST /v1/ipfs/pins/pinfolder', 'what it makes is not known, so it could not be deleted'],
]);

/** Errors that nothing provokes, and why. */
const NEVER_PROVOKED: Readonly<Record<string, string>> = {
	'400': 'only a change of something else would show it',
	'401': 'it would be sent for nothing but this',
	'403': 'it takes a key with fewer rights',
	'404': 'it would be sent for nothing but this',
	'429': 'it takes more requests than a run makes',
	'500': 'nobody can provoke it',
};

/** The form of errors that answers of a path have. */
export function envelopeOf(path: string): Envelope {
	if (path.startsWith('/v1/ipfs')) return 'ipfs';
	return path.startsWith('/v1/faucet') ? 'faucet' : 'core';
}

/** Statements that follow from the vendor's description of the operations, in its order. */
export function describedStatements(): Statement[] {
	return OPERATIONS.flatMap((operation) => [
		answerStatement(operation),
		...parameterStatements(operation),
		...bodyStatements(operation),
		...errorStatements(operation),
	]);
}

function answerStatement(operation: DescribedOperation): Statement {
	const { status, answers } = successOf(operation);
	const id = operationName(operation);
	const expect: Expectation = { status, ...bodyOf(answers) };
	const says = `${id} answers ${status} with ${inWords(answers)}`;
	return make(operation, id, says, expect, isPlain(operation));
}

/** What the body of an answer has to be. */
function bodyOf(answers: string): Expectation {
	if (answers === 'nothing') return {};
	if (answers === 'csv') return { type: 'text/csv' };
	const type = 'application/json';
	if (answers === 'ruleList') return { type };
	if (answers.startsWith('list of ')) return { type, answer: { '': 'list' } };
	if (answers === 'deploymentOptions') return { type, answer: { options: 'list' } };
	if (answers === 'pinList') return { type, answer: { results: 'list', count: 'integer' } };
	if (!answers.startsWith('page of ')) return { type, answer: { '': 'object' } };
	return {
		type,
		answer: {
			count: 'integer',
			next: 'url or null',
			previous: 'url or null',
			results: 'list',
		},
	};
}

function inWords(answers: string): string {
	const words: Record<string, string> = {
		nothing: 'an empty body',
		csv: 'CSV',
		ruleList: 'access rules, as a page or a list',
		deploymentOptions: 'all options in one list',
		pinList: 'count, file_count, folder_count, folderTitle and results',
		gift: 'amountSent and transaction',
		nodeV2: 'a node of version 2',
		rule: 'an access rule',
	};
	return (
		words[answers] ??
		answers
			.replace(/^page of (.*)/, 'a page (count, next, previous, results) of $1s')
			.replace(/^list of (.*)/, 'a list of $1s')
			.replace('nodeV2s', 'nodes of version 2')
			.replace('usageRows', 'rows of usage')
			.replace(/^(organization)$/, 'an $1')
			.replace(/^(project|network|node|pin)$/, 'a $1')
	);
}

/** Fields of records that show the value of a filter of the same name. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
	'GET /v1/projects/': ['name', 'type'],
	'GET /v2/projects/': ['name', 'type'],
	'GET /v1/networks/': ['project', 'name', 'status', 'protocol'],
	'GET /v1/nodes/': [
		'organization',
		'network',
		'region',
		'provider',
		'status',
		'role',
		'type',
		'name',
	],
	'GET /v2/nodes/{node_id}/access-rules/': ['type', 'status'],
	'GET /v2/reporting/node-usage/': ['protocol', 'network', 'node_type'],
};

/** Its parameters are the members of one object in the description; statements about IPFS name them. */
const LIST_PINS = 'GET /v1/ipfs/pins';

function parameterStatements(operation: DescribedOperation): Statement[] {
	const name = operationName(operation);
	const described = Object.entries(operation.query ?? {}).filter(
		([field]) => !(name === LIST_PINS && field === 'params'),
	);
	return described.map(([field, parameter]) => {
		const uses = ({ query, provokes }: Exchange): boolean =>
			provokes === undefined && query !== undefined && field in query;
		const [used] = exchangesOf(operation).filter(uses);
		const isShown = SHOWN[name]?.includes(field) && used !== undefined;
		const values = isShown ? { [field]: used.query?.[field] } : undefined;
		const wide =
			parameter.enum && parameter.enum.length > 8 ? 'a listed value' : typeInWords(parameter);
		const also = isShown ? ', and answers those that have it' : '';
		const says = `${name} takes ${field} (${wide})${also}`;
		const expect: Expectation = { status: 200, values };
		return make(operation, `${name} ${field}`, says, expect, uses);
	});
}

function typeInWords({ type, format, enum: listed }: Described): string {
	if (listed !== undefined) return listed.join(', ');
	return format ?? type ?? 'anything';
}

function bodyStatements(operation: DescribedOperation): Statement[] {
	const { body } = operation;
	if (body === undefined) return [];
	const name = operationName(operation);
	const { required } = body;
	const optional = Object.entries(body.fields)
		.filter(([field, { readOnly }]) => readOnly !== true && !required.includes(field))
		.map(([field]) => field);
	const needs = required.length === 0 ? 'needs no field' : `needs ${required.join(', ')}`;
	const takes = optional.length === 0 ? '' : `, takes ${optional.join(', ')}`;
	const says = `${name}, sent as ${body.type}, ${needs}${takes}`;
	// Which status that is, another statement says.
	return [
		make(operation, `${name} body`, says, { status: [200, 201, 202, 204] }, isPlain(operation)),
	];
}

function errorStatements(operation: DescribedOperation): Statement[] {
	const name = operationName(operation);
	const codes = Object.keys(operation.responses).filter((code) => code >= '400');
	return codes.map((code) => {
		const envelope = envelopeOf(operation.path);
		const provokes = (exchange: Exchange): boolean => String(exchange.provokes) === code;
		const says = `${name} answers ${code}, with an error in the form of its part of the API, ${REASONS[code]}`;
		const expect: Expectation = { status: Number(code), envelope };
		const made = make(operation, `${name} ${code}`, says, expect, provokes);
		return made.on === undefined ? { ...made, unreachable: NEVER_PROVOKED[code] } : made;
	});
}

const REASONS: Readonly<Record<string, string>> = {
	'400': 'to a request that is not valid',
	'401': 'without a valid key',
	'403': 'where the key has no right to it',
	'404': 'for what does not exist',
	'429': 'to too many requests',
	'500': 'where it fails itself',
};

function exchangesOf(operation: DescribedOperation): Exchange[] {
	return EXCHANGES.filter(({ method, path }) => findOperation(method, path) === operation);
}

/** A request that only does what its operation is for; one with a body for those that take one. */
function isPlain({ body }: DescribedOperation): (exchange: Exchange) => boolean {
	return ({ provokes, query, json, form }) =>
		provokes === undefined &&
		query === undefined &&
		(body === undefined || json !== undefined || form !== undefined);
}

function make(
	operation: DescribedOperation,
	id: string,
	says: string,
	expect: Expectation,
	shows: (exchange: Exchange) => boolean,
): Statement {
	const on = exchangesOf(operation)
		.filter(shows)
		.map(({ name }) => name);
	const source = operation.source;
	const where = source === 'pages' ? 'Reference pages' : 'openapi/chainstack_platform.yml';
	const statement = { id, says, source, where, expect };
	if (on.length > 0) return { ...statement, on };
	const why = NEVER_CALLED.get(operationName(operation)) ?? 'no request of a run shows it';
	return { ...statement, unreachable: why };
}
