import { describe, expect, it } from 'vitest';

import { answerProblem, unusableAnswer } from '../../../nodes/shared/managementApi/answerProblem';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';
import { FORBIDDEN_WORDS, NODE_CODE } from '../fixtures/problems.mts';

const json = (value: unknown): string => JSON.stringify(value);

const STATUSES = [
	300, 301, 302, 400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 413, 418, 422, 429, 500, 501,
	502, 503, 504, 599,
];

describe('answerProblem', () => {
	it.each(STATUSES)('turns an empty %d into a readable message', (status) => {
		const problem = answerProblem({ status, text: '' });
		expect(problem.message).not.toContain(String(status));
		expect(problem.message).not.toMatch(FORBIDDEN_WORDS);
		expect(problem.message).not.toMatch(NODE_CODE);
		expect(problem.hint?.length).toBeGreaterThan(10);
		expect(problem.httpStatus).toBe(status);
	});

	it.each(STATUSES)("keeps the service's message with a %d", (status) => {
		const text = json({ error: { code: 'x', message: 'Seven is too many' } });
		expect(answerProblem({ status, text }).message).toContain('Seven is too many');
	});

	it('blames the key for a 403 of the API, but not for a web page of something in front of it', () => {
		const text = '<html><title>Attention Required! | Cloudflare</title></html>';
		const page = answerProblem({ status: 403, text });
		expect(page.message).toBe(
			'Access was denied: a web page titled "Attention Required! | Cloudflare" was returned instead of a response from the API',
		);
		expect(page.hint).toContain('firewall');
		expect(page.hint).not.toContain('role');
	});

	it('shows the messages about single fields', () => {
		const text = json({
			error: {
				code: 'x',
				message: 'Invalid input.',
				fields: { name: ['Too long.'], region: ['Bad.'] },
			},
		});
		const { message } = answerProblem({ status: 400, text });
		expect(message).toContain('Invalid input (name: Too long.; region: Bad.)');
	});

	it('shows them even without a message of the service', () => {
		const { message } = answerProblem({ status: 400, text: json({ name: ['Required.'] }) });
		expect(message).toContain('name: Required.');
	});

	it('shows at least the code when there is nothing else', () => {
		expect(
			answerProblem({ status: 400, text: json({ error: { code: 'odd_one' } }) }).message,
		).toContain('odd_one');
	});

	it.each([
		[401, /'API Key'/],
		[403, /Editor|Admin/],
		[402, /plan/],
		[404, /ID/],
		[405, /'Base URL'/],
		[407, /proxy/],
		[408, /network/],
		[500, /status\.chainstack\.com/],
		[503, /status\.chainstack\.com/],
		[302, /'Base URL'/],
	])('says after a %d what to do next', (status, hint) => {
		expect(answerProblem({ status, text: '' }).hint).toMatch(hint);
	});

	it.each([
		[
			299,
			'Chainstack responded, but did not confirm that the request succeeded',
			'Check the state',
		],
		[300, 'Chainstack redirected the request', 'The redirect was not followed'],
		[399, 'Chainstack redirected the request', 'The redirect was not followed'],
		[418, 'Chainstack refused the request', 'Check the values in this node'],
		[499, 'Chainstack refused the request', 'Check the values in this node'],
		[500, 'Chainstack could not process the request', "The cause is on Chainstack's side"],
		[501, 'Chainstack could not process the request', "The cause is on Chainstack's side"],
		[502, 'Chainstack is not available at the moment', "The cause is on Chainstack's side"],
		[503, 'Chainstack is not available at the moment', "The cause is on Chainstack's side"],
		[504, 'Chainstack is not available at the moment', "The cause is on Chainstack's side"],
	])('has a message for every other status: %d', (status, what, hint) => {
		for (const text of ['', '<html><p>x</p></html>']) {
			const problem = answerProblem({ status, text });
			expect(problem.message).toBe(what);
			expect(problem.hint?.startsWith(hint)).toBe(true);
			expect(problem.hint).not.toMatch(/\. $/);
		}
	});

	it.each([
		[json({ error: { code: 'x', message: 'Seven' } }), true],
		['<html><title>Seven</title></html>', false],
		['Seven', false],
		['', false],
	])('knows whether the service itself said it: %s', (text, isFromService) => {
		expect(answerProblem({ status: 400, text }).isFromService).toBe(isFromService);
	});

	it('names what was not found, but only with a 404', () => {
		expect(answerProblem({ status: 404, text: '' }, 'node ND-1').message).toContain('node ND-1');
		expect(answerProblem({ status: 400, text: '' }, 'node ND-1').message).not.toContain('ND-1');
	});

	it.each(STATUSES)('leaves the status %d to the part that n8n shows below', (status) => {
		for (const text of ['', json({ detail: 'Seven' }), '<title>Oops</title>']) {
			const { message, hint, httpStatus } = answerProblem({ status, text });
			expect(`${message} ${hint}`).not.toContain(String(status));
			expect(httpStatus).toBe(status);
		}
	});

	it('shows the title of a web page that was returned', () => {
		const text = '<html><head><title>502 Bad Gateway</title></head></html>';
		expect(answerProblem({ status: 500, text }).message).toBe(
			'Chainstack could not process the request: a web page titled "502 Bad Gateway" was returned instead of a response from the API',
		);
	});

	it('leaves out a web page, which may repeat the path of the request', () => {
		const text = '<html><head><title>404: /v1/secret-path/</title></head></html>';
		expect(answerProblem({ status: 404, text }).message).not.toContain('secret-path');
	});

	it('does not say twice that something was not found', () => {
		const text = json({ error: { code: 'not_found', message: 'Not found.' } });
		expect(answerProblem({ status: 404, text }, 'node ND-1').message).toBe(
			'Chainstack could not find the node ND-1',
		);
		expect(answerProblem({ status: 400, text }).message).toContain('Not found.');
	});

	it('says how long the service asked to wait', () => {
		const { hint } = answerProblem({ status: 429, text: '', retryAfterMs: 90_000 });
		const usual = answerProblem({ status: 429, text: '' }).hint;
		expect(hint).toBe(`${usual}. The service asked for a wait of 90 s`);
	});

	it('says when the faucet can be used again', () => {
		const text = json({
			error: { code: 'TooManyRequests', message: 'Once a day' },
			nextFaucetAvailable: '2026-11-21T12:00:00Z',
		});
		const problem = answerProblem({ status: 429, text });
		expect(problem.message).toContain('Once a day');
		expect(problem.hint).toContain('2026-11-21T12:00:00Z');
	});
});

describe('unusableAnswer', () => {
	it.each([
		['<title>Sign in</title>', 'a web page titled "Sign in"'],
		['<p>x</p>', 'a web page'],
		['', 'an empty response'],
		['  ', 'an empty response'],
		['{"id": "N', 'incomplete or damaged JSON'],
		['[1,2', 'incomplete or damaged JSON'],
		['hello', 'text that is not JSON'],
		['[]', 'JSON with an unexpected structure'],
		['"x"', 'JSON with an unexpected structure'],
		['5', 'JSON with an unexpected structure'],
	])('says what %j is', (text, found) => {
		const problem = unusableAnswer(200, text, 'a JSON object');
		expect(problem.message).toBe(`Chainstack returned ${found} instead of a JSON object`);
		expect(problem.httpStatus).toBe(200);
		expect(problem.hint).toContain("'Base URL'");
	});
});

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

describe('answerProblem with a key in its text', () => {
	it('does not cut a key in two when it shortens a long text: the first half would not be masked', () => {
		for (let length = 465; length < 500; length += 1) {
			const text = `${'x'.repeat(length)} ${KEY} and more text after it`;
			const { message } = answerProblem({ status: 400, text: JSON.stringify({ detail: text }) });
			expect(new SecretMask(KEY).text(message)).not.toContain(KEY.slice(0, 8));
		}
	});
});
