import { afterEach, describe, expect, it, vi } from 'vitest';

import { runSettings } from '../../../nodes/shared/run/requestOptions';
import {
	platformCredential,
	normalizeCredential,
} from '../../../nodes/shared/managementApi/credential';
import { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';
import { Problem } from '../../../nodes/shared/text/problem';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { finish, settle, stopTime } from '../fixtures/clock.mts';
import { CREDENTIAL_DATA, scripted, type Reply, type Sent } from '../fixtures/requestContext.mts';

afterEach(() => {
	vi.useRealTimers();
});

const RETRY_OPTIONS = { timeoutMs: 10_000, maxRetries: 4, maxRetryWaitMs: 300_000 };

function platformWith(respond: (sent: Sent, count: number) => Reply) {
	const { context, sent } = scripted(respond);
	const scheduler = new RequestScheduler({ clock: systemClock, random: () => Math.random() });
	const hostOptions = runSettings({}, 'platform').platform;
	const connection = { context, scheduler, hostOptions };
	const get = async (more: Partial<typeof RETRY_OPTIONS> = {}): Promise<unknown> =>
		await new PlatformClient(
			{ ...connection, retryOptions: { ...RETRY_OPTIONS, ...more } },
			platformCredential(normalizeCredential(CREDENTIAL_DATA)),
		)
			.get('/v1/x/', 'x')
			.catch((error: unknown) => error);
	return { get, sent };
}

describe('a pause the management API asks for', () => {
	it.each([502, 504])('with %d also delays the other requests to that origin', async (status) => {
		stopTime();
		const startedAt = performance.now();
		const { get, sent } = platformWith((request) =>
			request.at - startedAt < 5000
				? { status, headers: { 'Retry-After': '5' } }
				: { body: { id: 'x' } },
		);
		const first = get();
		await settle();
		expect(await finish(Promise.all([first, get()]))).toEqual([{ id: 'x' }, { id: 'x' }]);
		expect(sent.slice(1).every(({ at }) => at - startedAt >= 5000)).toBe(true);
	});

	it.each([
		['without a repetition left', { maxRetries: 0 }],
		['longer than accepted', { maxRetryWaitMs: 1000 }],
	])('delays the other requests to that origin even %s', async (_, own) => {
		stopTime();
		const startedAt = performance.now();
		const { get, sent } = platformWith((request) =>
			request.at - startedAt < 5000
				? { status: 429, headers: { 'Retry-After': '5' } }
				: { body: { id: 'x' } },
		);
		expect(await finish(get(own))).toBeInstanceOf(Problem);
		expect(await finish(get())).toEqual({ id: 'x' });
		expect(sent[1].at - startedAt).toBeGreaterThanOrEqual(5000);
	});

	it.each(['0', 'Fri, 20 Nov 2020 12:00:00 GMT'])(
		'of zero (%s) does not remove the growing waits between repetitions',
		async (value) => {
			stopTime();
			const { get, sent } = platformWith(() => ({
				status: 429,
				headers: { 'Retry-After': value },
			}));
			expect(await finish(get())).toBeInstanceOf(Problem);
			expect(sent).toHaveLength(5);
			expect((sent.at(-1)?.at ?? 0) - sent[0].at).toBeGreaterThan(2000);
		},
	);

	it('until a date is measured by the clock of the server that named it', async () => {
		stopTime();
		vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 2, 0)); // this machine is two minutes ahead
		const headers = {
			Date: 'Fri, 20 Nov 2026 12:00:00 GMT',
			'Retry-After': 'Fri, 20 Nov 2026 12:00:30 GMT',
		};
		const { get, sent } = platformWith((_, count) =>
			count === 1 ? { status: 429, headers } : { body: { id: 'x' } },
		);
		expect(await finish(get())).toEqual({ id: 'x' });
		expect(sent[1].at - sent[0].at).toBeGreaterThanOrEqual(30_000);
		expect(sent[1].at - sent[0].at).toBeLessThan(31_000);
	});
});
