import type { VirtualClock } from '../support/virtualClock.mts';

/** An answer as n8n's helpers return it. */
export interface Reply {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

/** The faults of an answer of the platform. */
export const FAULTS = [
	'status 500',
	'status 503',
	'reset',
	'hang',
	'busy for a second',
	'busy for an hour',
	'html',
	'truncated',
	'empty',
	'redirect',
	'null in the list',
	'a page of a proxy, 404',
	'another form',
] as const;

export type Fault = (typeof FAULTS)[number];

export function reply(
	statusCode: number,
	body: unknown,
	headers: Record<string, string> = {},
): Reply {
	return { statusCode, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** A socket error as n8n's helpers pass it on. */
export function broken(code: string): Error {
	const socket = Object.assign(new Error(code), { code, syscall: 'read' });
	return Object.assign(new Error('The service refused', { cause: socket }), {
		name: 'NodeApiError',
	});
}

/** Damages an answer with the given fault. */
export async function damage(fault: Fault, signal: AbortSignal): Promise<Reply> {
	switch (fault) {
		case 'status 500':
			return reply(500, { error: { code: 'x', message: 'y' } });
		case 'status 503':
			return reply(503, '');
		case 'reset':
			throw broken('ECONNRESET');
		case 'hang':
			return await never(signal);
		case 'busy for a second':
			return reply(429, '', { 'retry-after': '1' });
		case 'busy for an hour':
			return reply(429, '', { 'retry-after': '3600' });
		case 'html':
			return reply(200, '<html>Be right back</html>');
		case 'truncated':
			return reply(200, '{"count": 1, "results": [{"id": "ND-');
		case 'empty':
			return reply(200, '');
		case 'redirect':
			return reply(302, '', { location: '/login' });
		case 'null in the list':
			return reply(200, { count: 1, next: null, results: [null] });
		case 'a page of a proxy, 404':
			return reply(404, '<html>nothing here</html>');
		case 'another form':
			return reply(200, { status: 'ok' });
	}
}

/** Leaves a request without an answer. */
export async function never(signal: AbortSignal): Promise<never> {
	return await new Promise((_, reject) => {
		const end = (): void => reject(broken('ERR_CANCELED'));
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});
}

/**
 * Waits as long as an answer takes. Signals live much longer than most requests: needless listeners on them would
 * take half of the run time.
 */
export async function answersAfter(
	clock: VirtualClock,
	milliseconds: number,
	signal: AbortSignal,
): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const end = (): void => reject(broken('ERR_CANCELED'));
		signal.addEventListener('abort', end, { once: true });
		clock.after(milliseconds, () => {
			signal.removeEventListener('abort', end);
			resolve();
		});
	});
}
