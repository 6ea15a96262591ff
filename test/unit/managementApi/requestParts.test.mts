import { describe, expect, it, vi } from 'vitest';

import { requestBody, chooseTimeouts } from '../../../nodes/shared/managementApi/callPlatform';
import type { FormField, InputFile } from '../../../nodes/shared/managementApi/requestParts';

const file = (text: string, name = 'a.txt'): InputFile => ({
	name,
	mimeType: 'text/plain',
	size: text.length,
	open: async () => await Promise.resolve(new File([text], name, { type: 'text/plain' })),
	close: () => undefined,
});

describe('requestBody', () => {
	it('is undefined without content', () => {
		expect(requestBody(undefined)).toBeUndefined();
	});

	it.each([{}, { name: 'ü' }, { a: [1, { b: null }] }])('serializes JSON: %j', async (json) => {
		const body = await requestBody({ json })?.();
		expect(body).toEqual(expect.any(String));
		expect(JSON.parse(String(body))).toEqual(json);
	});

	it('builds a form from fields, in their order and with repeated names', async () => {
		const fields: FormField[] = [
			['bucket_id', 'BUCK-1'],
			['file', file('one', '1.txt')],
			['title', 'a'],
			['file', file('two', '2.txt')],
			['title', 'b'],
		];
		const form = (await requestBody({ form: fields })?.()) as unknown as FormData;
		const entries: string[][] = [];
		form.forEach((value, name) => {
			entries.push([name, typeof value === 'string' ? value : value.name]);
		});
		expect(entries).toEqual(
			fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
		);
		const text = await new Response(form).text();
		expect(text).toContain('Content-Type: text/plain');
		expect(text).toContain('\r\n\r\none\r\n');
	});

	it('builds the form and opens its files again for each attempt', async () => {
		const one = file('one');
		const open = vi.spyOn(one, 'open');
		const make = requestBody({ form: [['file', one]] });
		expect(await make?.()).not.toBe(await make?.());
		expect(open).toHaveBeenCalledTimes(2);
	});
});

describe('timeouts', () => {
	it.each([undefined, { json: {} }, { form: [['bucket_id', 'x']] as const }])(
		'limit the whole exchange without files: %j',
		(body) => {
			expect(chooseTimeouts(body, 30_000)).toEqual({ timeoutMs: 30_000 });
		},
	);

	it('limits only the idle time of an upload', () => {
		expect(chooseTimeouts({ form: [['file', file('x')]] }, 30_000)).toEqual({
			timeoutMs: Infinity,
			idleTimeoutMs: 60_000,
		});
	});
});
