import { describe, expect, it } from 'vitest';

import {
	makeAnswerProblem,
	makeUnusableAnswerProblem,
} from '../../../nodes/shared/managementApi/answerProblem';
import { answerOf } from '../fixtures/answers.mts';
import { toProblem, Cancelled, Problem } from '../../../nodes/shared/text/problem';
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
const REFUSED = [
	'Chainstack refused the request',
	"Check the values in this node, and 'Base URL' in the credential",
] as const;
const AWAY = ['Chainstack is not available at the moment', SIDE] as const;
const BROKEN = ['Chainstack could not process the request', SIDE] as const;

const STATUSES = [
	300, 301, 302, 400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 413, 418, 422, 429, 500, 501,
	502, 503, 504, 599,
];

describe('answerProblem', () => {
	it.each(STATUSES)('turns a %d into words, with those of the service', (status) => {
		for (const text of ['', json({ detail: 'Seven' }), '<title>Oops</title>']) {
			const { message, hint = '', httpStatus } = makeAnswerProblem(answerOf(status, text));
			expect(`${message} ${hint}`).not.toContain(String(status));
			expect(message).not.toMatch(FORBIDDEN_WORDS);
			expect(message).not.toMatch(NODE_CODE);
			expect(hint.length).toBeGreaterThan(10);
			expect(httpStatus).toBe(status);
		}
		const text = json({ error: { code: 'x', message: 'Seven is too many' } });
		expect(makeAnswerProblem(answerOf(status, text)).message).toContain('Seven is too many');
	});

	it.each([
		[401, /'API Key'/],
		[403, /Editor|Admin/],
		[402, /plan/],
		[404, /ID/],
		[405, /'Base URL'/],
		[407, /proxy/],
		[413, /less data/],
		[500, /status\.chainstack\.com/],
		[503, /status\.chainstack\.com/],
		[302, /'Base URL'/],
	])('says after a %d what to do next', (status, hint) => {
		expect(makeAnswerProblem(answerOf(status)).hint).toMatch(hint);
	});

	it.each([
		[299, ...UNCONFIRMED],
		[300, ...REDIRECTED],
		[399, ...REDIRECTED],
		[418, ...REFUSED],
		[499, ...REFUSED],
		[500, ...BROKEN],
		[501, ...BROKEN],
		[502, ...AWAY],
		[503, ...AWAY],
		[504, ...AWAY],
	])('has a message for every other status: %d', (status, what, hint) => {
		for (const text of ['', '<html><p>x</p></html>']) {
			const problem = makeAnswerProblem(answerOf(status, text));
			expect(problem.message).toBe(what);
			expect(problem.hint?.startsWith(hint)).toBe(true);
			expect(problem.hint).not.toMatch(/\. $/);
		}
	});

	const fields = { name: ['Too long.'], region: ['Bad.'] };
	const INVALID = json({ error: { code: 'x', message: 'Invalid input.', fields } });
	const NOT_FOUND = json({ error: { code: 'not_found', message: 'Not found.' } });
	const LATER = '2026-11-21T12:00:00Z';
	const titled = (title: string): string =>
		`a web page titled "${title}" was returned instead of a response from the API`;
	it.each<[string, number, string, object, string?]>([
		[
			'a web page of something in front of the API, which says nothing about the key',
			403,
			'<html><title>Attention Required! | Cloudflare</title></html>',
			{
				message: `Access was denied: ${titled('Attention Required! | Cloudflare')}`,
				hint: /^(?!.*role).*firewall/,
			},
		],
		['the title of a web page', 500, PAGE, { message: `${BROKEN[0]}: ${titled('Sign in')}` }],
		[
			'no title that may repeat the path of the request',
			404,
			'<html><head><title>404: /v1/secret-path/</title></head></html>',
			{ message: /^(?!.*secret-path)/ },
		],
		[
			'the messages about single fields',
			400,
			INVALID,
			{ message: /Invalid input \(name: Too long\.; region: Bad\.\)/ },
		],
		['them without a message', 400, json({ name: ['Required.'] }), { message: /name: Required\./ }],
		['the code alone', 400, json({ error: { code: 'odd_one' } }), { message: /odd_one/ }],
		['what was not found', 404, '', { message: /node ND-1/ }, 'node ND-1'],
		['that only with a 404', 400, '', { message: /^(?!.*ND-1)/ }, 'node ND-1'],
		[
			'only once that it was not found',
			404,
			NOT_FOUND,
			{ message: 'Chainstack could not find the node ND-1' },
			'node ND-1',
		],
		['these words with other statuses', 400, NOT_FOUND, { message: /Not found\./ }],
		[
			'when the faucet can be used again',
			429,
			json({ error: { code: 'x', message: 'Once a day' }, nextFaucetAvailable: LATER }),
			{ message: /Once a day/ },
		],
		['that the service said it', 400, OWN, { isFromService: true }],
		['that a web page said it', 400, PAGE, { isFromService: false }],
		['that a text said it', 400, 'Seven', { isFromService: false }],
		['that nothing was said', 400, '', { isFromService: false }],
	])('tells %s', (_, status, text, expected, subject) => {
		expectMembers(makeAnswerProblem(answerOf(status, text), subject), expected);
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
	it.each<[string, Given, object | undefined, string?]>([
		['the key that the service does not know', [401], { cause: 'credential-invalid' }],
		['401 of a web page in between', [401, PAGE], undefined],
		['401 without a body', [401, ''], undefined],
		["the key's rights, the plan, or another organization", [403], undefined],
		['what the node refers to', [404], { cause: 'configuration-invalid' }, NODE],
		['404 of a list', [404], undefined, 'usage report'],
		['404 of what is created', [404], undefined, 'network'],
		['404 of nothing in particular', [404], undefined],
		['404 of a web page in between', [404, PAGE], undefined, NODE],
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
	])('of %s', (_, [status, text = OWN, headers], failure, subject) => {
		expect(makeAnswerProblem(answerOf(status, text, headers), subject).failure).toEqual(failure);
	});

	it.each<[string, Problem, object | undefined]>([
		['an unusable answer', makeUnusableAnswerProblem(200, PAGE, 'a JSON object'), undefined],
		['an invalid field', new Problem("'Region' is empty", { hint: 'Fill it in' }), undefined],
		['a cancelled execution', new Cancelled(), undefined],
		['a bug', toProblem(new TypeError('x is not a function')), { cause: 'node-defect' }],
		['an unknown name', toProblem(new ReferenceError('x')), { cause: 'node-defect' }],
		['an invalid address', toProblem(thrownBy(() => new URL('x'))), undefined],
		['a full disk', toProblem(new Error('ENOSPC')), undefined],
	])('of %s', (_, problem, failure) => {
		expect(problem.failure).toEqual(failure);
	});

	it('stays with a problem whose message is reworded', () => {
		const problem = makeAnswerProblem(answerOf(503, OWN), NODE);
		const other = problem.with({ message: 'Waited', hint: 'Wait' });
		const failure = { cause: 'temporarily-unavailable' };
		expect(other).toMatchObject({ message: 'Waited', hint: 'Wait', httpStatus: 503, failure });
		expect(problem.message).not.toBe('Waited');
	});
});

function thrownBy(act: () => unknown): unknown {
	try {
		return act();
	} catch (error) {
		return error;
	}
}
