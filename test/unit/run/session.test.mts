import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { resources } from '../../../nodes/Chainstack/resources';
import type { Property } from '../../../nodes/shared/values/field';
import { MAX_CONCURRENCY, RPC_MAX_CONCURRENCY } from '../../../nodes/shared/fields/requestFields';
import { normalizeCredential } from '../../../nodes/shared/managementApi/credential';
import { Cancelled, Problem } from '../../../nodes/shared/text/problem';
import { OperationContext } from '../../../nodes/shared/run/operationContext';
import { openSession, type SessionParts, Session } from '../../../nodes/shared/run/session';
import { settle, stopTime } from '../fixtures/clock.mts';
import { fakeExecution } from '../fixtures/executeContext.mts';
import { problemOf, rejection } from '../fixtures/problems.mts';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';
import { rpcEndpoint } from '../fixtures/rpcEndpoint.mts';

const RETRY_OPTIONS = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };

function sessionWith(data: object | null = CREDENTIAL_DATA): Session {
	const { context } = fakeExecution();
	const credential = data === null ? undefined : normalizeCredential({ ...data });
	return new Session(context, credential);
}

const itemOf = (session: Session): OperationContext => new OperationContext(session, RETRY_OPTIONS);

describe('Session', () => {
	it('hides the keys of the credential from the start', () => {
		const { apiKey, endpointKey } = CREDENTIAL_DATA;
		const session = sessionWith();
		expect(session.ownKeys.text(`${apiKey} ${endpointKey}`)).toBe('*** ***');
		expect(itemOf(session).mask.text(`${apiKey} ${endpointKey}`)).toBe('*** ***');
	});

	it('hides what an item declares secret, in addition to the keys of the credential', () => {
		const context = itemOf(sessionWith());
		context.keepSecret('secret-1', 'secret-2');
		context.keepSecret('secret-3');
		const text = `secret-1 secret-2 secret-3 ${CREDENTIAL_DATA.apiKey} other`;
		expect(context.mask.text(text)).toBe('*** *** *** *** other');
	});

	it('does something once per key, however many items need it at once', async () => {
		const session = sessionWith();
		const work = vi.fn(async () => await Promise.resolve(work.mock.calls.length));
		const ask = async (key: string): Promise<number> => await itemOf(session).once(key, work);
		expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual([1, 1, 2, 1]);
		expect(work).toHaveBeenCalledTimes(2);
	});

	it.each<[string, Problem, number]>([
		['remembers a failure as well', new Problem('no'), 1],
		['but not one that may be temporary', new Problem('no', { httpStatus: 503 }), 2],
	])('%s', async (_, failure, times) => {
		const context = itemOf(sessionWith());
		const work = vi.fn(async () => await Promise.reject(failure));
		const first = [context.once('a', work), context.once('a', work)];
		for (const each of first) await expect(each).rejects.toBe(failure);
		await expect(context.once('a', work)).rejects.toBe(failure);
		expect(work).toHaveBeenCalledTimes(times);
	});

	it('gives an item other limits for its requests', async () => {
		const respond = async () => await new Promise<never>(() => undefined);
		const { context: n8n, sent } = fakeExecution({ respond });
		const session = new Session(n8n, normalizeCredential({ ...CREDENTIAL_DATA }));
		const context = itemOf(session);
		const end = new AbortController();
		const retryOptions = { timeoutMs: 5000, maxRetries: 2, maxRetryWaitMs: 1 };
		const limited = context.within(end.signal, retryOptions);
		expect(limited.retryOptions).toBe(retryOptions);
		limited.keepSecret('secret-1');
		expect(context.mask.text('secret-1')).toBe('***');
		const one = rejection(limited.api.get('/v1/x/', 'x'));
		const other = rejection(context.api.get('/v1/y/', 'y'));
		await vi.waitUntil(() => sent.length === 2);
		end.abort();
		expect(await one).toBeInstanceOf(Cancelled);
		expect(context.cancel.aborted).toBe(false);
		session.end();
		expect(await other).toBeInstanceOf(Cancelled);
		expect(context.within(end.signal, retryOptions).cancel.aborted).toBe(true);
	});

	it('does it again after a result that is not final', async () => {
		const context = itemOf(sessionWith());
		const work = vi.fn(async () => await Promise.resolve(work.mock.calls.length));
		const ask = async () => await context.once('a', work, (count) => count === 2);
		expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
		expect([await ask(), await ask()]).toEqual([2, 2]);
	});

	it.each<[object | null]>([[CREDENTIAL_DATA], [null]])(
		'keeps apart the secrets of items that look the same one after the other (credential %j)',
		(data) => {
			const session = sessionWith(data);
			const masks = [
				['a-b-c', 'd-e-f'],
				['a-b-cd', '-e-f'],
			].map((secrets) => {
				const context = itemOf(session);
				context.keepSecret(...secrets);
				return context.mask;
			});
			expect(masks.map((mask) => mask.text('d-e-f, -e-f'))).toEqual(['***, -e-f', 'd***, ***']);
		},
	);

	it('creates something once per run', () => {
		const session = sessionWith();
		const make = vi.fn(() => ({}));
		const one = session.remember('a', make);
		expect(session.remember('a', make)).toBe(one);
		expect(session.remember('b', make)).not.toBe(one);
		expect(make).toHaveBeenCalledTimes(2);
	});

	it('collects hints without repeating them', () => {
		const session = sessionWith();
		for (const message of ['a', 'b', 'a']) itemOf(session).hint(message);
		expect([...session.hints]).toEqual(['a', 'b']);
	});

	it.each<[object | null]>([[null], [{ ...CREDENTIAL_DATA, apiKey: '' }]])(
		'needs the API key only where the management API is used',
		(data) => {
			const context = itemOf(sessionWith(data));
			expect(context.rpc).toBeDefined();
			expect(problemOf(() => context.api).message + problemOf(() => context.api).hint).toContain(
				"'API Key'",
			);
		},
	);
});

/** How many of 40 requests to the platform, and of 40 to an endpoint, are sent before anything is answered. */
async function sentAtOnce(parts: SessionParts): Promise<{ platform: number; rpc: number }> {
	const { context, sent } = fakeExecution({
		respond: async () => await new Promise(() => undefined),
	});
	const session = await openSession(context, parts);
	const { api, rpc } = itemOf(session);
	const request = { method: 'eth_syncing', params: [], id: 1, retryOptions: RETRY_OPTIONS };
	const settled = Promise.all(
		Array.from({ length: 40 }, () => [
			rejection(api.get('/v1/x/', 'x')),
			rpc.call(rpcEndpoint(), request),
		]).flat(),
	);
	await settle();
	session.end();
	for (const each of await settled) {
		if (each instanceof Error) expect(each).toBeInstanceOf(Cancelled);
		else expect(each.answer.kind).toBe('cancelled');
	}
	const toPlatform = sent.filter(({ url }) => url.startsWith(CREDENTIAL_DATA.baseUrl)).length;
	return { platform: toPlatform, rpc: sent.length - toPlatform };
}

describe('openSession', () => {
	beforeEach(stopTime);
	afterEach(() => {
		vi.useRealTimers();
	});

	it.each<[number | undefined, number, number]>([
		[undefined, 5, 32],
		[3, 3, 3],
		[30, 30, 30],
	])('bounds what is in flight, with %j: %d, %d', async (most, platform, rpc) => {
		const options = { batchSize: 1, ...(most !== undefined && { maxConcurrency: most }) };
		expect(await sentAtOnce({ options })).toEqual({ platform, rpc });
	});

	it('gives a session even where the credential cannot be read, and says why', async () => {
		const { context } = fakeExecution({ credential: new Error('It was deleted') });
		const session = await openSession(context);
		expect(session.problem?.message).toContain('It was deleted');
		expect(session.isTool).toBe(false);
	});

	it.each([true, false, undefined])('says whether an agent makes the call (%s)', async (isTool) => {
		const { context } = fakeExecution();
		const session = await openSession(context, { isTool });
		expect(itemOf(session).isTool).toBe(isTool ?? false);
	});
});

const OPERATIONS = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => [`${value} ${operation.value}`, operation] as const),
);

describe('the bound of requests in flight', () => {
	it.each(OPERATIONS)('is that of node endpoints where they are called: %s', (name, operation) => {
		const find = (properties: readonly Property[], wanted: string) =>
			properties.find((each) => each.name === wanted);
		const inside = (property?: Property) => (property?.options ?? []) as readonly Property[];
		const limits = find(inside(find(operation.properties, 'options')), 'limits');
		const offered = find(inside(limits), MAX_CONCURRENCY.name);
		const isCaller = name.startsWith('jsonRpc ');
		if (isCaller) expect(offered).toBe(RPC_MAX_CONCURRENCY);
		else if (operation.effect !== 'creates')
			expect([MAX_CONCURRENCY, undefined]).toContain(offered);
		else expect(offered).toBeUndefined();
	});
});
