import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readErrorBody } from '../../../nodes/shared/http/errorBody';
import { cutExcerpts } from '../../../nodes/shared/text/excerpt';
import { inputs } from '../fixtures/properties.mts';

/** A sentence of a service: short, on one line, without spaces that would be merged. */
const sentences = fc.stringMatching(/^[A-Za-z0-9<>"'\\/é漢]{1,30}( [a-z]{1,10}){0,3}$/);

/** Where the known services put their sentence, and their code. */
const ENVELOPES: ReadonlyArray<(message: string, code: string) => unknown> = [
	(message, code) => ({ error: { code, message } }),
	(message, code) => ({ error: { code, detail: message }, nextFaucetAvailable: 5 }),
	(message, code) => ({ errors: [{ code, message }] }),
	(message, code) => ({ errors: [{ error: { code, message } }, 5, null] }),
	(message, code) => [{ error: { code, message } }],
	(message, code) => ({ detail: message, code }),
	(message, code) => ({ code, error_description: message }),
	(message, code) => ({ code, title: message, message: ' ' }),
	(message, code) => ({ jsonrpc: '2.0', id: null, error: { code, message } }),
];

describe('readErrorBody', () => {
	it('finds the sentence and the code in every known envelope', () => {
		fc.assert(
			fc.property(sentences, fc.stringMatching(/^\w{1,20}$/), (message, code) => {
				for (const envelope of ENVELOPES) {
					const body = JSON.stringify(envelope(message, code));
					expect(readErrorBody(body), body).toMatchObject({ text: message, code, form: 'json' });
				}
			}),
			inputs(200),
		);
	});

	it('names the field a message is about, however deep', () => {
		const path = fc.array(fc.stringMatching(/^[a-z_]{3,8}$/), { minLength: 1, maxLength: 8 });
		fc.assert(
			fc.property(path, sentences, (names, message) => {
				fc.pre(
					!names.some((name) => ['message', 'detail', 'title', 'error', 'errors'].includes(name)),
				);
				const inner = names.reduceRight<unknown>((value, name) => ({ [name]: value }), [message]);
				for (const body of [inner, { error: { fields: inner } }, { errors: inner }]) {
					expect(readErrorBody(JSON.stringify(body)).fields).toEqual([
						{ name: names.join('.'), text: message },
					]);
				}
				const single = names.reduceRight<unknown>((value, name) => ({ [name]: value }), message);
				expect(readErrorBody(JSON.stringify({ errors: single })).fields).toEqual([
					{ name: names.join('.'), text: message },
				]);
			}),
			inputs(200),
		);
	});

	it('reads any JSON and any text without an exception, and says it briefly', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.json({ maxDepth: 6 }),
					fc.string(),
					fc.string().map((text) => `<${text}`),
				),
				(body) => {
					const { text = '', code = '', fields, form } = readErrorBody(body);
					expect(['json', 'html', 'text', 'empty', 'other']).toContain(form);
					expect(form === 'empty').toBe(body.trim() === '');
					expect(cutExcerpts(text).length).toBeLessThanOrEqual(501);
					expect(cutExcerpts(code).length).toBeLessThanOrEqual(61);
					for (const { name, text: said } of fields) {
						expect(typeof name).toBe('string');
						expect(cutExcerpts(said).length).toBeLessThanOrEqual(501);
					}
				},
			),
			inputs(1000),
		);
	});
});
