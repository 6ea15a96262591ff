import pWaitFor from 'p-wait-for';

/** Longer than anything takes on a slow and busy machine, so that it only runs out if the condition never holds. */
const limitMs = 90_000;

/**
 * Waits until there is a result, and returns it.
 * @param find returns `undefined` until then
 * @throws Error that says what was waited for
 */
export async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
	return await pWaitFor<T>(
		async () => {
			const found = await find();
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
