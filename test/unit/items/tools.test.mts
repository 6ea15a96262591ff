import { describe, expect, it, vi } from 'vitest';

import { NO_FILES } from '../../../nodes/shared/items/binaryFiles';
import { PLATFORM_LIMITS, runSettings } from '../../../nodes/shared/items/requestOptions';
import { Session } from '../../../nodes/shared/items/tools';
import { tidyCredential } from '../../../nodes/shared/platform/credential';
import { fakeExecution } from '../fixtures/executeContext.mts';
import { problemOf } from '../fixtures/problems.mts';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';

const RETRY_OPTIONS = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };

function sessionWith(data: object | null = CREDENTIAL_DATA): Session {
	const { context } = fakeExecution();
	const credential = data === null ? undefined : tidyCredential({ ...data });
	const settings = runSettings({}, PLATFORM_LIMITS);
	return new Session(context, context.getNode(), credential, settings, false);
}

describe('Session', () => {
	it('hides the keys of the credential from the beginning', () => {
		const { apiKey, endpointKey } = CREDENTIAL_DATA;
		const session = sessionWith();
		expect(session.ownKeys.text(`${apiKey} ${endpointKey}`)).toBe('*** ***');
		expect(session.item(RETRY_OPTIONS, NO_FILES).mask().text(`${apiKey} ${endpointKey}`)).toBe(
			'*** ***',
		);
	});

	it('hides what an item declares secret, beside the keys of the credential', () => {
		const { tools, mask } = sessionWith().item(RETRY_OPTIONS, NO_FILES);
		tools.keepSecret('secret-1', 'secret-2');
		tools.keepSecret('secret-3');
		const text = `secret-1 secret-2 secret-3 ${CREDENTIAL_DATA.apiKey} other`;
		expect(mask().text(text)).toBe('*** *** *** *** other');
	});

	it('does something once per key, however many items ask for it at once', async () => {
		const session = sessionWith();
		const work = vi.fn(async () => await Promise.resolve(work.mock.calls.length));
		const ask = async (key: string): Promise<number> =>
			await session.item(RETRY_OPTIONS, NO_FILES).tools.once(key, work);
		expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual([1, 1, 2, 1]);
		expect(work).toHaveBeenCalledTimes(2);
	});

	it('remembers a failure, too', async () => {
		const { tools } = sessionWith().item(RETRY_OPTIONS, NO_FILES);
		const work = vi.fn(async () => await Promise.reject(new Error('no')));
		await expect(tools.once('a', work)).rejects.toThrow('no');
		await expect(tools.once('a', work)).rejects.toThrow('no');
		expect(work).toHaveBeenCalledTimes(1);
	});

	it('does it again after it was told to forget', async () => {
		const { tools } = sessionWith().item(RETRY_OPTIONS, NO_FILES);
		const work = vi.fn(async () => await Promise.resolve('done'));
		await tools.once('a', work);
		tools.forget('b');
		await tools.once('a', work);
		expect(work).toHaveBeenCalledTimes(1);
		tools.forget('a');
		await tools.once('a', work);
		expect(work).toHaveBeenCalledTimes(2);
	});

	it('makes something once per run', () => {
		const session = sessionWith();
		const make = vi.fn(() => ({}));
		const one = session.item(RETRY_OPTIONS, NO_FILES).tools.remember('a', make);
		expect(session.item(RETRY_OPTIONS, NO_FILES).tools.remember('a', make)).toBe(one);
		expect(session.item(RETRY_OPTIONS, NO_FILES).tools.remember('b', make)).not.toBe(one);
		expect(make).toHaveBeenCalledTimes(2);
	});

	it('collects hints without repeating them', () => {
		const session = sessionWith();
		for (const message of ['a', 'b', 'a'])
			session.item(RETRY_OPTIONS, NO_FILES).tools.hint(message);
		expect([...session.hints]).toEqual(['a', 'b']);
	});

	it.each<[object | null]>([[null], [{ ...CREDENTIAL_DATA, apiKey: '' }]])(
		'needs the API key only where the management API is used',
		(data) => {
			const { tools } = sessionWith(data).item(RETRY_OPTIONS, NO_FILES);
			expect(tools.rpc).toBeDefined();
			expect(problemOf(() => tools.api).message + problemOf(() => tools.api).hint).toContain(
				"'API Key'",
			);
		},
	);
});
