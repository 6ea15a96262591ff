import pWaitFor from 'p-wait-for';
import { Problem } from '../bootstrap/problem.mjs';
import type { GuardedProcess } from './guardedProcess.mts';

interface Readiness<T> {
	/** The server, as the beginning of a sentence. */
	title: string;
	/** Answers something as soon as it is ready, and `undefined` until then. */
	check: () => T | undefined | Promise<T | undefined>;
	limitMs?: number;
}

/**
 * Waits until a server that was started is ready. One that is not in time is stopped.
 *
 * @returns what `check` found
 * @throws Problem with the last lines of the server's log
 */
export async function untilReady<T extends NonNullable<unknown>>(
	server: GuardedProcess,
	{ title, check, limitMs = 180_000 }: Readiness<T>,
): Promise<T> {
	const failed = (message: string, hint: string) =>
		new Problem(message, hint, { logFile: server.logFile, tail: server.lastLines(8) });
	try {
		return await pWaitFor<T>(
			async () => {
				if (!server.isRunning()) {
					throw failed(
						`${title} ended while it was starting.`,
						'The lines above are its last output.',
					);
				}
				const found = await check();
				return found === undefined ? false : pWaitFor.resolveWith(found);
			},
			{
				interval: 100,
				timeout: {
					milliseconds: limitMs,
					fallback: () => {
						throw failed(
							`${title} was not ready within ${limitMs / 1000} seconds.`,
							'Close other heavy programs and run the same command again.',
						);
					},
				},
			},
		);
	} catch (error) {
		await server.stop();
		throw error;
	}
}
