import pWaitFor from 'p-wait-for';

/** Longer than anything takes on a slow and busy machine, so that only what never comes is waited for in vain. */
const limitMs = 90_000;

/**
 * Waits until something is the case, and returns it.
 * @param look returns `undefined` as long as it is not
 * @throws Error that says what was waited for
 */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
	return await pWaitFor<T>(
		async () => {
			const found = await look();
			return found === undefined ? false : pWaitFor.resolveWith(found);
		},
		{
			interval: 150,
			timeout: {
				milliseconds: limitMs,
				message: `Waited ${limitMs / 1000} seconds in vain for this: ${what}`,
			},
		},
	);
}
