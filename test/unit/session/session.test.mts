import { describe, expect, it, vi } from 'vitest';

import { resources } from '../../../nodes/Chainstack/resources';
import {
	CREATE_LIMITS,
	PLATFORM_LIMITS,
	RPC_LIMITS,
	runSettings,
} from '../../../nodes/shared/parameters/requestOptions';
import { tidyCredential } from '../../../nodes/shared/platform/credential';
import { NO_FILES } from '../../../nodes/shared/session/binaryFiles';
import { limitsOf, Session } from '../../../nodes/shared/session/session';
import { fakeExecution } from '../fixtures/executeContext.mts';
import { problemOf } from '../fixtures/problems.mts';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';

const RETRY_OPTIONS = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };

function sessionWith(data: object | null = CREDENTIAL_DATA): Session {
	const { context } = fakeExecution();
	const credential = data === null ? undefined : tidyCredential({ ...data });
	const settings = runSettings({}, PLATFORM_LIMITS);
	return new Session(context, credential, settings, false);
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
		const { context, mask } = sessionWith().item(RETRY_OPTIONS, NO_FILES);
		context.keepSecret('secret-1', 'secret-2');
		context.keepSecret('secret-3');
		const text = `secret-1 secret-2 secret-3 ${CREDENTIAL_DATA.apiKey} other`;
		expect(mask().text(text)).toBe('*** *** *** *** other');
	});

	it('does something once per key, however many items ask for it at once', async () => {
		const session = sessionWith();
		const work = vi.fn(async () => await Promise.resolve(work.mock.calls.length));
		const ask = async (key: string): Promise<number> =>
			await session.item(RETRY_OPTIONS, NO_FILES).context.once(key, work);
		expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual([1, 1, 2, 1]);
		expect(work).toHaveBeenCalledTimes(2);
	});

	it('remembers a failure, too', async () => {
		const { context } = sessionWith().item(RETRY_OPTIONS, NO_FILES);
		const work = vi.fn(async () => await Promise.reject(new Error('no')));
		await expect(context.once('a', work)).rejects.toThrow('no');
		await expect(context.once('a', work)).rejects.toThrow('no');
		expect(work).toHaveBeenCalledTimes(1);
	});

	it('does it again after it was told to forget', async () => {
		const { context } = sessionWith().item(RETRY_OPTIONS, NO_FILES);
		const work = vi.fn(async () => await Promise.resolve('done'));
		await context.once('a', work);
		context.forget('b');
		await context.once('a', work);
		expect(work).toHaveBeenCalledTimes(1);
		context.forget('a');
		await context.once('a', work);
		expect(work).toHaveBeenCalledTimes(2);
	});

	it('makes something once per run', () => {
		const session = sessionWith();
		const make = vi.fn(() => ({}));
		const one = session.item(RETRY_OPTIONS, NO_FILES).context.remember('a', make);
		expect(session.item(RETRY_OPTIONS, NO_FILES).context.remember('a', make)).toBe(one);
		expect(session.item(RETRY_OPTIONS, NO_FILES).context.remember('b', make)).not.toBe(one);
		expect(make).toHaveBeenCalledTimes(2);
	});

	it('collects hints without repeating them', () => {
		const session = sessionWith();
		for (const message of ['a', 'b', 'a'])
			session.item(RETRY_OPTIONS, NO_FILES).context.hint(message);
		expect([...session.hints]).toEqual(['a', 'b']);
	});

	it.each<[object | null]>([[null], [{ ...CREDENTIAL_DATA, apiKey: '' }]])(
		'needs the API key only where the management API is used',
		(data) => {
			const { context } = sessionWith(data).item(RETRY_OPTIONS, NO_FILES);
			expect(context.rpc).toBeDefined();
			expect(problemOf(() => context.api).message + problemOf(() => context.api).hint).toContain(
				"'API Key'",
			);
		},
	);
});

const OPERATIONS = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => [`${value} ${operation.value}`, operation] as const),
);

describe('limitsOf', () => {
	it.each(OPERATIONS)('gives %s those of its kind', (name, operation) => {
		const others = operation.effect === 'creates' ? CREATE_LIMITS : PLATFORM_LIMITS;
		expect(limitsOf(operation)).toBe(name.startsWith('jsonRpc ') ? RPC_LIMITS : others);
	});
});
