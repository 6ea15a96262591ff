import type { FamilyName } from '../../nodes/shared/addresses/chains';
import { FAMILIES } from '../../nodes/shared/families';
import { QUESTIONS, type Question } from './questions.mts';
import type { Statement } from './statement.mts';

/** Name of the exchange of a question of a family. */
export function questionName(family: FamilyName, { ask, params }: Question): string {
	const [first] = Array.isArray(params) ? (params as unknown[]) : [];
	const tag = typeof first === 'string' && /^[a-z]+$/.test(first) ? ` ${first}` : '';
	const ofWhat = typeof first === 'string' && first.startsWith('{') ? ` of ${first}` : '';
	return `${family}: ${ask.trim()}${tag}${ofWhat}`;
}

/** Names of the exchanges of a family besides its questions. */
export const extraName = {
	unknown: (family: FamilyName) => `${family}: an unknown method`,
	batch: (family: FamilyName) => `${family}: a batch`,
	check: (family: FamilyName) => `${family}: check`,
	address: (family: FamilyName) => `${family}: as pasted`,
	wrongKey: (family: FamilyName) => `${family}: with a wrong key`,
};

/** Names of all exchanges of a family. */
export function namesOf(family: FamilyName): string[] {
	const questions = QUESTIONS[family].map((question) => questionName(family, question));
	return [...questions, ...Object.values(extraName).map((name) => name(family))];
}

/** Whether a family has JSON-RPC at the address at which it is asked. */
export function hasCalls(family: FamilyName): boolean {
	return QUESTIONS[family].some(({ ask }) => !/^(GET|POST) /.test(ask));
}

/** The families of which one endpoint each can be asked. */
export const ASKED_FAMILIES = Object.keys(QUESTIONS) as FamilyName[];

/** What is assumed of every node endpoint. */
const GENERAL: readonly Statement[] = [
	{
		id: 'endpoint.wrongKey',
		says: 'A key that does not exist is answered with 401 or 403',
		source: 'pages',
		where: 'docs/error-reference: 401',
		on: ASKED_FAMILIES.map(extraName.wrongKey),
		expect: { status: [401, 403] },
	},
	{
		id: 'endpoint.pasted',
		says: 'An address with a path that the platform does not have, such as /main/evm/1 of a gateway, answers as it was pasted',
		source: 'assumed',
		where: 'Where the usual path is not found there, the pasted address is tried once',
		on: ASKED_FAMILIES.map(extraName.address),
		expect: { status: 200 },
	},
	{
		id: 'endpoint.date',
		says: 'Answers of nodes carry a Date header',
		source: 'assumed',
		where: 'The age of the newest block is measured by the clock of the server where it differs',
		on: ASKED_FAMILIES.map((family) => questionName(family, QUESTIONS[family][0])),
		expect: { headers: { date: 'date' } },
	},
	{
		id: 'endpoint.balanced',
		says: 'One address may be answered by several nodes, whose newest blocks differ',
		source: 'assumed',
		where: 'Calls of one check are sent in one request where that is possible',
		unreachable: 'it takes many calls at once',
	},
	{
		id: 'endpoint.hosts',
		says: 'The name of a host, <network>.core.chainstack.com, is that of the chain',
		source: 'pages',
		where: 'Reference pages of the chains; the family and the path are chosen by it',
		unreachable: 'the check of each family compares the chain of an endpoint with the table',
	},
	{
		id: 'endpoint.wrongPath',
		says: 'A path that a node does not have is answered with 404',
		source: 'pages',
		where: 'docs/error-reference',
		unreachable: 'a run asks only what the checks ask',
	},
	{
		id: 'endpoint.tooLarge',
		says: 'A body of more than 1 MB is answered with 413',
		source: 'pages',
		where: 'docs/error-reference; batches are kept below it',
		unreachable: 'a run asks only what the checks ask',
	},
	{
		id: 'endpoint.limit',
		says: 'Too many calls are answered with 429 or 200, error -32005 and try_again_in, a duration of Go',
		source: 'pages',
		where: 'docs/limits; clients report 200',
		unreachable: 'a run stays below one request a second',
	},
	{
		id: 'endpoint.quota',
		says: 'When the request units of the month are used up, the message says so, and repeating is useless',
		source: 'pages',
		where: 'docs/error-reference',
		unreachable: 'it takes a used-up plan',
	},
	{
		id: 'endpoint.batchLimit',
		says: 'A batch may be as long as its body is large; every element counts as a call',
		source: 'assumed',
		where: 'No maximum is published; a host that refuses a batch gets smaller ones',
		unreachable: 'a run asks only what the checks ask',
	},
	{
		id: 'endpoint.tracer',
		says: 'A tracer that is switched off is answered with -32612',
		source: 'pages',
		where: 'docs/error-reference',
		unreachable: 'a run asks only what the checks ask',
	},
	{
		id: 'endpoint.metrics',
		says: 'A dedicated node has metrics in the text format of Prometheus at /metrics after its key',
		source: 'pages',
		where: 'docs/dedicated-node-monitoring',
		unreachable: 'a run asks only what the checks ask',
	},
	{
		id: 'endpoint.login',
		says: 'User name and password of a node open its address without the key, as Basic authentication',
		source: 'pages',
		where: 'Details of nodes',
		unreachable: 'a run asks each endpoint in one way',
	},
];

/** Statements about node endpoints: of all, then of each family. */
export function endpointStatements(): Statement[] {
	return [...GENERAL, ...ASKED_FAMILIES.flatMap(familyStatements)];
}

function familyStatements(family: FamilyName): Statement[] {
	const { title, version } = FAMILIES[family];
	const questions = QUESTIONS[family].map((question): Statement => {
		const name = questionName(family, question);
		const { answer, source, where } = question;
		const asked = name.slice(family.length + 2);
		const says = `${title}: ${asked} answers ${inWords(answer)}`;
		return { id: name, says, source, where, on: [name], expect: { status: 200, answer } };
	});
	const check: Statement = {
		id: extraName.check(family),
		says: `${title}: from these answers the check tells whether the node is ready, its newest block and its chain`,
		source: 'assumed',
		where: 'Check Sync, Check Health and the trigger; the chain is one of the table',
		on: [extraName.check(family)],
		expect: { answer: { isSyncing: 'boolean or unlessRecent', block: 'digits', chain: 'known' } },
	};
	if (!hasCalls(family)) return [...questions, check];
	const isOlder = version === '1.0';
	return [
		...questions,
		check,
		{
			id: extraName.unknown(family),
			says: `${title}: an unknown method is answered with error -32601 and status ${isOlder ? '404 or 200' : '200'}`,
			source: family === 'evm' ? 'pages' : 'assumed',
			where:
				'docs/error-reference for EVM; what a node does not serve is left out, and not called a fault',
			on: [extraName.unknown(family)],
			expect: { status: isOlder ? [404, 200] : 200, answer: { 'error.code': '-32601' } },
		},
		{
			id: extraName.batch(family),
			says: `${title}: a batch of two calls is answered with a list of two, known by their IDs`,
			source: 'assumed',
			where:
				'Calls made together are sent in one request; a host that refuses a batch gets single calls',
			on: [extraName.batch(family)],
			expect: { status: 200, rule: 'both IDs' },
		},
	];
}

function inWords(answer: Question['answer']): string {
	return Object.entries(answer)
		.map(([path, type]) => (path === '' ? type : `${path} (${type})`))
		.join(', ');
}
