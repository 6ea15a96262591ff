import { describe, expect, it } from 'vitest';

import {
	makeAnswerProblem,
	makeUnusableAnswerProblem,
} from '../../../nodes/shared/managementApi/answerProblem';
import { answerOf } from '../fixtures/answers.mts';
import { expectMembers, FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';

/** Asks for a wait. */
const wait = (seconds: number) => ({ 'retry-after': `${seconds}` });

const json = (value: unknown): string => JSON.stringify(value);

const NODE = 'node ND-123-456-789';
const OWN = json({ error: { code: 'x', message: 'Said by the service' } });
const PAGE = '<html><title>Sign in</title></html>';
const SIDE = "The cause is on Chainstack's side";
const UNCONFIRMED = [
	'Chainstack responded, but did not confirm that the request succeeded',
	'Check the state',
] as const;
const REDIRECTED = ['Chainstack redirected the request', 'The redirect was not followed'] as const;
const REFUSED = ['Chainstack refused the request', /values in this node, and 'Base URL'/] as const;
const AWAY = ['Chainstack is not available at the moment', SIDE] as const;
const BROKEN = ['Chainstack could not process the request', SIDE] as const;

/** Statuses, and what message and hint are without words of the service. */
const STATUSES: Array<[number, string, string | RegExp]> = [
	[299, ...UNCONFIRMED],
	[300, ...REDIRECTED],
	[302, ...REDIRECTED],
	[399, ...REDIRECTED],
	[400, 'Chainstack did not accept the request', 'Correct the values'],
	[401, 'Chainstack did not accept the API key', "Check 'API Key'"],
	[402, 'Chainstack requires a payment or a paid plan for this', 'Check plan'],
	[403, 'The API key is not allowed to do this', /Editor or Admin role/],
	[404, 'Chainstack could not find what was requested', 'Check the ID'],
	[405, ...REFUSED],
	[407, 'A proxy between n8n and Chainstack requires a login', /proxy settings/],
	[409, 'The request conflicts with the current state of the resource', 'Check its state'],
	[413, 'The request is larger than Chainstack accepts', 'Send less data'],
	[418, ...REFUSED],
	[429, 'Chainstack is not accepting more requests for now', 'Run the node again later'],
	[499, ...REFUSED],
	[500, ...BROKEN],
	[501, ...BROKEN],
	[502, ...AWAY],
	[503, ...AWAY],
	[504, ...AWAY],
	[599, ...BROKEN],
];

describe('answerProblem', () => {
	it.each(STATUSES)('turns a %d into words, with those of the service', (status, what, hint) => {
		const plain = makeAnswerProblem(answerOf(status));
		expect(plain).toMatchObject({ message: what, httpStatus: status });
		expect(plain.hint).toMatch(typeof hint === 'string' ? new RegExp(`^${hint}`) : hint);
		for (const text of ['', json({ detail: 'Seven' }), '<title>Oops</title>']) {
			const { message, hint: advice = '' } = makeAnswerProblem(answerOf(status, text));
			expect(`${message} ${advice}`).not.toContain(String(status));
			expect(message).not.toMatch(FORBIDDEN_WORDS);
			expect(message).not.toMatch(NODE_CODE);
		}
		const text = json({ error: { code: 'x', message: 'Seven is too many' } });
		expect(makeAnswerProblem(answerOf(status, text)).message).toBe(`${what}: Seven is too many`);
	});

	const fields = { name: ['Too long.'], region: ['Bad.'] };
	const INVALID = json({ error: { code: 'x', message: 'Invalid input.', fields } });
	const NOT_FOUND = json({ error: { code: 'not_found', message: 'Not found.' } });
	const MISSING = `Chainstack could not find the ${NODE}`;
	const titled = (title: string): string =>
		`a web page titled "${title}" was returned instead of a response from the API`;
	it.each<[string, number, string, string | RegExp, string?]>([
		// Something in front of the API says nothing about the key.
		['a web page', 403, PAGE, `Access was denied: ${titled('Sign in')}`],
		['the title of a web page', 500, PAGE, `${BROKEN[0]}: ${titled('Sign in')}`],
		['no title that may be the path', 404, '<title>No /v1/secret/</title>', /^(?!.*secret)/],
		['messages about fields', 400, INVALID, /Invalid input \(name: Too long\.; region: Bad\.\)/],
		['them without a message', 400, json({ name: ['Required.'] }), /name: Required\./],
		['the code alone, as words', 400, json({ error: { code: 'ODD_ONE' } }), /: odd one$/],
		['what was not found', 404, '', MISSING, NODE],
		['that only with a 404', 400, '', /^(?!.*ND-1)/, NODE],
		['only once that it was not found', 404, NOT_FOUND, MISSING, NODE],
		['these words with other statuses', 400, NOT_FOUND, /Not found\./],
	])('tells %s', (_, status, text, message, subject) => {
		expectMembers(makeAnswerProblem(answerOf(status, text), subject), { message });
	});

	it('asks for what is in front of the API where that refuses', () => {
		expect(makeAnswerProblem(answerOf(403, PAGE)).hint).toMatch(/^(?!.*role).*firewall/);
	});

	it.each([
		[OWN, true],
		[PAGE, false],
		['Seven', false],
		['', false],
	])('knows whether the service said %j: %s', (text, isFromService) => {
		expect(makeAnswerProblem(answerOf(400, text))).toMatchObject({ isFromService });
	});

	it('says how long the service asked to wait', () => {
		const { hint } = makeAnswerProblem(answerOf(429, '', wait(90)));
		const usual = makeAnswerProblem(answerOf(429)).hint;
		expect(hint).toBe(`${usual}. The service asked for a wait of 90 s`);
	});
});

describe('unusableAnswer', () => {
	it.each([
		['<title>Sign in</title>', 'a web page titled "Sign in"'],
		['<p>x</p>', 'a web page'],
		['', 'an empty response'],
		['  ', 'an empty response'],
		['{"id": "N', 'text that is not JSON'],
		['[1,2', 'text that is not JSON'],
		['hello', 'text that is not JSON'],
		['[]', 'JSON with an unexpected structure'],
		['"x"', 'JSON with an unexpected structure'],
		['5', 'JSON with an unexpected structure'],
	])('says what %j is', (text, found) => {
		const problem = makeUnusableAnswerProblem(200, text, 'a JSON object');
		expect(problem.message).toBe(`Chainstack returned ${found} instead of a JSON object`);
		expect(problem.httpStatus).toBe(200);
		expect(problem.hint).toContain("'Base URL'");
	});
});

describe('the cause that n8n is given', () => {
	const RESET = '2026-11-22T12:00:00.000Z';
	const NOON = Date.parse(RESET);
	const enough = (nextFaucetAvailable: string) => json({ error: 'Enough', nextFaucetAvailable });
	const away = (retryAfterMs: number) => ({ cause: 'temporarily-unavailable', retryAfterMs });

	type Given = [status: number, text?: string, headers?: Record<string, string>];
	it.each<[string, Given, object | undefined, boolean?]>([
		['the key that the service does not know', [401], { cause: 'credential-invalid' }],
		['401 of a web page in between', [401, PAGE], undefined],
		['401 without a body', [401, ''], undefined],
		["the key's rights, the plan, or another organization", [403], undefined],
		['what the node refers to', [404], { cause: 'configuration-invalid' }, true],
		['404 of a list, or of what is created', [404], undefined],
		['404 of a web page in between', [404, PAGE], undefined, true],
		['one item among many', [400], undefined],
		['a conflict', [409], undefined],
		['too much', [413], undefined],
		['429', [429], { cause: 'rate-limited' }],
		['429 with a wait', [429, OWN, wait(90)], { cause: 'rate-limited', retryAfterMs: 90_000 }],
		[
			'the faucet',
			[429, enough(RESET)],
			{ cause: 'quota-exhausted', resetsAtEpochMs: NOON, retryAfterMs: NOON },
		],
		[
			'the faucet, with an unreadable time',
			[429, enough('tomorrow')],
			{ cause: 'quota-exhausted' },
		],
		['500', [500], undefined],
		['501', [501], undefined],
		['502', [502, PAGE, wait(5)], away(5000)],
		['503', [503, PAGE, wait(5)], away(5000)],
		['504', [504, PAGE, wait(5)], away(5000)],
		['a redirect', [302, ''], undefined],
		['a success with an error', [200], undefined],
	])('of %s', (_, [status, text = OWN, headers], failure, isById) => {
		const answer = answerOf(status, text, headers);
		expect(makeAnswerProblem(answer, NODE, isById).failure).toEqual(failure);
	});
});
