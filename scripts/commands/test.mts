import { runVitest } from '../lib/vitest.mts';

/** npm test: unit tests and engine tests. Options go to vitest. */
export async function run(args: string[]): Promise<number> {
	return await runVitest(args);
}
