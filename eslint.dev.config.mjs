import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** Rooms of the plumbing, the lowest first. Those on one level do not use each other. */
const LEVELS = [
	['text'],
	['redact'],
	['scheduler'],
	['http'],
	['addresses'],
	['managementApi'],
	['jsonRpc'],
	['families', 'values'],
	['run'],
	['fields'],
	['endpoints', 'waiting'],
	['readiness'],
	['across', 'credential', 'polling'],
	['watching'],
];

/**
 * The files of a room that others may import: 'all' of a room whose files hold pieces that do not
 * know each other.
 * @type {Record<string, 'all' | string[]>}
 */
const DOORS = {
	text: 'all',
	redact: ['canBeKey', 'hostKeys', 'secretMask', 'withoutSecrets'],
	scheduler: ['clock', 'requestScheduler', 'retryPolicy', 'scheduledCall'],
	http: ['errorBody', 'exchange', 'networkFault', 'outcome', 'stallTimer', 'thrown'],
	addresses: ['chains', 'endpointAddress', 'urls'],
	managementApi: 'all',
	jsonRpc: [
		'answer',
		'batch',
		'fault',
		'halts',
		'meaning',
		'pathTrial',
		'phrases',
		'quantities',
		'rpcClient',
		'rpcRequest',
		'words',
	],
	families: ['family', 'finding', 'index', 'readFields', 'sui'],
	values: ['dateTime', 'field', 'jsonText', 'readValues'],
	run: [
		'nodeError',
		'nodeProperties',
		'operation',
		'operationContext',
		'requestOptions',
		'runOperation',
		'session',
	],
	fields: 'all',
	endpoints: 'all',
	waiting: 'all',
	readiness: 'all',
	across: ['answerClass', 'attempt', 'callAcross', 'endpoints'],
	credential: ['authenticate', 'credentialTest'],
	polling: ['liveTrigger', 'runPoll', 'snapshot', 'watchEvent'],
	watching: 'all',
};

const SHARED = './nodes/shared';
const ROOMS = LEVELS.flat();

const found = readdirSync(new URL(SHARED, import.meta.url));
const unknown = found.filter((room) => !ROOMS.includes(room));
if (unknown.length > 0) throw new Error(`nodes/shared/${unknown[0]} is a room without a level`);
const undecided = ROOMS.filter((room) => !(room in DOORS));
if (undecided.length > 0)
	throw new Error(`DOORS does not say what others may use of ${undecided[0]}`);

/** @param {string[]} rooms */
const foldersOf = (rooms) => rooms.map((room) => `${SHARED}/${room}`);

/**
 * @param {string} room
 * @param {string[]} doors
 */
const doorsOf = (room, doors) => ({
	target: [
		...foldersOf(ROOMS.filter((other) => other !== room)),
		'./nodes/Chainstack',
		'./nodes/ChainstackTrigger',
		'./credentials',
	],
	from: `${SHARED}/${room}`,
	except: doors.map((file) => `./${file}.ts`),
	message: `Others use of ${room} only: ${doors.join(', ')}.`,
});

const zones = [
	...LEVELS.flatMap((rooms, level) =>
		rooms.map((room) => ({
			target: `${SHARED}/${room}`,
			from: foldersOf(
				LEVELS.slice(level)
					.flat()
					.filter((other) => other !== room),
			),
			message: `Imports point downwards only: ${LEVELS.map((each) => each.join(', ')).join(' < ')}.`,
		})),
	).filter(({ from }) => from.length > 0),
	...Object.entries(DOORS).flatMap(([room, doors]) =>
		doors === 'all' ? [] : [doorsOf(room, doors)],
	),
	{
		target: SHARED,
		from: ['./nodes/!(shared)/**/*', './credentials/**/*'],
		message: 'The plumbing knows no node and no credential.',
	},
	{
		target: `${SHARED}/scheduler`,
		from: foldersOf(['redact']),
		message: 'The scheduler knows nothing of what is scheduled.',
	},
	{
		target: './nodes/Chainstack',
		from: './nodes/ChainstackTrigger',
		message: 'What both nodes need belongs into nodes/shared.',
	},
	{
		target: './nodes/ChainstackTrigger',
		from: './nodes/Chainstack',
		message: 'What both nodes need belongs into nodes/shared.',
	},
];

const LATE_IMPORT = {
	selector: "ImportExpression, CallExpression[callee.name='require']",
	message: 'Import at the top of the file, where the rules see it.',
};

const CUT =
	'CallExpression[callee.property.name=/^(slice|substring|substr)$/][arguments.0.value=0]';
const SAID = '/^(message|reason|hint)$/';

/** Half of a key is not recognized as one. */
const EARLY_CUT = {
	selector: [
		`TemplateLiteral > ${CUT}`,
		`${CUT}[callee.object.name=${SAID}]`,
		`${CUT}[callee.object.property.name=${SAID}]`,
		`${CUT}[callee.object.callee.object.name='JSON']`,
		'TemplateElement:not(:first-child)[value.raw=/^…/]',
	].join(', '),
	message: 'Texts of messages are cut once they are masked: mark them with excerpt.',
};

const HEARD = '/^(message|reason|said|evidence)$/';

/** What a server says has one meaning, which is read in one place. */
const SECOND_READING = {
	selector: [
		`CallExpression[callee.property.name=/^(test|exec)$/][arguments.0.name=${HEARD}]`,
		`CallExpression[callee.property.name=/^(test|exec)$/][arguments.0.property.name=${HEARD}]`,
		`CallExpression[callee.property.name=/^(match|includes|startsWith|endsWith|search)$/][callee.object.name=${HEARD}]`,
		`CallExpression[callee.property.name=/^(match|includes|startsWith|endsWith|search)$/][callee.object.property.name=${HEARD}]`,
	].join(', '),
	message:
		'What a server says is read in jsonRpc/words.ts: ask for its meaning, and add phrases there.',
};

/** Shorthands that put several statements or fields on one line, and that a reader has to take apart. */
const PRESSED = [
	{
		selector:
			'SpreadElement:matches([argument.type=/^(Array|Object)Expression$/], [argument.expression.type=/^(Array|Object)Expression$/])',
		message: 'Write the elements out, one per line, instead of spreading a literal.',
	},
	{
		selector: [
			'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
			'VariableDeclarator[id.type="ObjectPattern"][init.type="ObjectExpression"]',
			'AssignmentExpression[left.type="ArrayPattern"][right.type="ArrayExpression"]',
			'AssignmentExpression[left.type="ObjectPattern"][right.type="ObjectExpression"]',
		].join(', '),
		message: 'One declaration or assignment for each value.',
	},
	{
		selector: ':not(ExpressionStatement, ForStatement) > AssignmentExpression',
		message: 'Assign in a statement of its own, then use the value.',
	},
	{
		selector: 'DoWhileStatement[body.type!="BlockStatement"]',
		message: 'Give the loop braces.',
	},
];

/** These cut what is masked already: excerpts, and answers to agents (after the runner's mask). */
const LATE_CUTS = ['nodes/shared/text/excerpt.ts', 'nodes/shared/run/answerForAgent.ts'];

/**
 * The syntax that a group of files may not contain. A later group that matches a file replaces the
 * list of an earlier one, so each lists everything.
 * @param {string[]} files
 * @param {object[]} syntax
 */
const forbid = (files, ...syntax) => ({
	files,
	rules: { 'no-restricted-syntax': ['error', ...syntax] },
});

export default tseslint.config(
	{ ignores: ['dist/**', 'node_modules/**', '.n8n-sandbox/**'] },
	{
		// Sandbox, scripts, benches and tests need Node's globals, which the package's own rules forbid
		// for good reason in what n8n loads. They get the general rules instead.
		files: ['{sandbox,scripts,bench,test}/**/*.{mts,mjs}', '*.{mts,mjs}'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			'no-undef': 'off', // TypeScript (checkJs included) reports undefined names, and knows Node's globals.
		},
	},
	{
		// Runs before anything is installed.
		files: ['scripts/bootstrap/**/*.mjs'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '^(?!node:|\\./)',
							message: 'Nothing is installed yet: only Node.js and files of this folder.',
						},
					],
				},
			],
		},
	},
	{
		// What n8n loads has n8n's rules in eslint.config.mjs, which has to stay as it is. These are ours.
		files: ['{nodes,credentials}/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		linterOptions: { reportUnusedDisableDirectives: 'off' }, // Those of n8n's rules are not known here.
		plugins: { 'import-x': importX },
		settings: {
			'import-x/extensions': ['.ts'],
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
			'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts'] })],
		},
		rules: {
			'import-x/no-cycle': ['error', { ignoreExternal: true }],
			'import-x/no-restricted-paths': ['error', { zones, basePath: import.meta.dirname }],
			'import-x/no-unresolved': 'error',
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '^(?!\\.{1,2}(/|$)|n8n-workflow$)',
							message: 'n8n loads nothing but n8n-workflow and files of the package.',
						},
					],
				},
			],
			complexity: ['error', 12],
			'max-params': ['error', 4],
		},
	},
	forbid(['{sandbox,scripts,bench,test}/**/*.{mts,mjs}', '*.{mts,mjs}'], ...PRESSED),
	forbid(['{nodes,credentials}/**/*.ts'], LATE_IMPORT, EARLY_CUT, SECOND_READING, ...PRESSED),
	forbid(LATE_CUTS, LATE_IMPORT, ...PRESSED),
);
