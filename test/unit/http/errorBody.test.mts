import { describe, expect, it } from 'vitest';

import { cutExcerpts } from '../../../nodes/shared/text/excerpt';
import { readErrorBody, type ErrorBody } from '../../../nodes/shared/http/errorBody';

const json = (value: unknown): string => JSON.stringify(value);

/** A text below this many names. */
const nested = (names: number): string => `${'{"a":'.repeat(names)}"x"${'}'.repeat(names)}`;

const field = (name: string, text: string) => ({ name, text });

/** A description of the body, its text, and what has to be read from it; more are in the property tests. */
const BODIES: Array<[string, string, Partial<ErrorBody>]> = [
	[
		'core 400 with fields',
		json({
			error: {
				code: 'x',
				message: 'Invalid.',
				fields: { name: ['Too long.', 'Taken.'], a: ['b'] },
			},
		}),
		{ text: 'Invalid.', fields: [field('name', 'Too long. Taken.'), field('a', 'b')] },
	],
	['core without message', json({ error: { code: 'odd' } }), { text: undefined, code: 'odd' }],
	[
		'faucet 429',
		json({
			error: { code: 'TooMany', message: 'Wait' },
			nextFaucetAvailable: '2026-11-21T12:00:00Z',
		}),
		{ text: 'Wait', code: 'TooMany', nextAvailable: '2026-11-21T12:00:00Z' },
	],
	['faucet with text', json({ error: 'is invalid' }), { text: 'is invalid', form: 'json' }],
	[
		'IPFS',
		json({ errors: [{ code: 'E1', message: 'Duplicate', field: 'title' }, { message: 'Full' }] }),
		{ text: 'Full', code: 'E1', fields: [field('title', 'Duplicate')], form: 'json' },
	],
	[
		'IPFS without field',
		json({ errors: [{ code: 'E1', message: 'No such bucket', field: null }] }),
		{ text: 'No such bucket', fields: [] },
	],
	['IPFS with a code only', json({ errors: [{ code: 'E1' }] }), { code: 'E1', form: 'json' }],
	[
		'IPFS with fields only',
		json({ errors: [{ message: 'Bad', field: 'a' }, { field: 'b' }, { code: {} }] }),
		{ text: undefined, code: undefined, fields: [field('a', 'Bad')], form: 'json' },
	],
	['IPFS with nothing known', json({ errors: [{ field: 'a' }] }), { fields: [], form: 'other' }],
	['IPFS with texts', json({ errors: ['one', 'two'] }), { text: 'one; two' }],
	[
		'DRF fields',
		json({ name: ['This is required.'], nodes: [{ region: ['Bad.'] }] }),
		{
			fields: [field('name', 'This is required.'), field('nodes[0].region', 'Bad.')],
			form: 'json',
		},
	],
	[
		'Spring style',
		json({ message: 'Bad', errors: { name: ['Too long'] } }),
		{ text: 'Bad', fields: [field('name', 'Too long')] },
	],
	[
		'HTML with title',
		'<html><head>\n<title>401  Authorization\nRequired</title></head><body><h1>x</h1></body></html>',
		{ text: '401 Authorization Required', form: 'html' },
	],
	[
		'HTML with heading',
		'\n<!DOCTYPE html><h1 class="a">Bad Gateway</h1>',
		{ text: 'Bad Gateway', form: 'html' },
	],
	['HTML without either', '<html><body>x</body></html>', { text: undefined, form: 'html' }],
	[
		'HTML whose title repeats a text with a bracket, which is not cut there',
		'<TITLE>Bearer a<b7</TITLE><h1>x</h1>',
		{ text: 'Bearer a<b7', form: 'html' },
	],
	['HTML with a title that does not end', '<title>Gone', { text: 'Gone', form: 'html' }],
	['HTML with an empty title', '<title> </title>', { text: undefined, form: 'html' }],
	['nothing', '', { text: undefined, form: 'empty' }],
	['space only', ' \r\n\t', { text: undefined, form: 'empty' }],
	['text', 'upstream  connect\nlost', { text: 'upstream connect lost', form: 'text' }],
	['JSON text', '"maintenance"', { text: 'maintenance', form: 'json' }],
	['JSON number', '5', { text: undefined, form: 'other' }],
	['JSON null', 'null', { text: undefined, form: 'other' }],
	['empty object', '{}', { text: undefined, fields: [], form: 'other' }],
	['empty list', '[]', { text: undefined, fields: [], form: 'other' }],
	['JSON without message', json({ a: 1, b: { c: true } }), { fields: [], form: 'other' }],
	['JSON cut off', '{"error": {"mess', { form: 'text' }],
	[
		'an error text beside a date that is a number, and no fields',
		json({ error: 'x', nextFaucetAvailable: 5, a: ['b'] }),
		{ text: 'x', nextAvailable: '5', fields: [] },
	],
	[
		'a date that is no date',
		json({ error: 'x', nextFaucetAvailable: {} }),
		{ nextAvailable: undefined },
	],
	['a text beside a list', json({ error: 'x', errors: ['y'] }), { text: 'x' }],
	['a message beside a list', json({ error: { message: 'x' }, errors: ['y'] }), { text: 'x' }],
	['fields at the deepest level', nested(9), { fields: [field('a.a.a.a.a.a.a.a.a', 'x')] }],
	['fields below it', nested(10), { fields: [] }],
	['error null', json({ error: null, message: 'but this' }), { text: 'but this' }],
	['message null', json({ error: { message: null, code: 7 } }), { text: undefined, code: '7' }],
];

describe('readErrorBody', () => {
	it.each(BODIES)('reads %s', (_, body, expected) => {
		const { text, ...rest } = expected;
		const read = readErrorBody(body);
		if ('text' in expected) expect(read.text && cutExcerpts(read.text)).toBe(text);
		expect(read).toMatchObject(rest);
	});

	it.each([
		['text', 'x'.repeat(100_000)],
		['title', `<title>${'x'.repeat(100_000)}</title>`],
		['message', json({ error: { message: 'x'.repeat(100_000) } })],
		['field', json({ name: ['x'.repeat(100_000)] })],
		['list', json({ errors: ['x'.repeat(100_000)] })],
	])('keeps a very long %s short', (_, body) => {
		const read = readErrorBody(body);
		const said = cutExcerpts((read.text ?? '') + read.fields.map(({ text }) => text).join(''));
		expect(said.length).toBeGreaterThan(100);
		expect(said.length).toBeLessThan(1000);
	});

	it('never crashes the process, however deeply nested a body is', () => {
		const deep = `${'{"errors":'.repeat(20_000)}{}${'}'.repeat(20_000)}`;
		expect(() => readErrorBody(deep)).not.toThrow();
	});
});
