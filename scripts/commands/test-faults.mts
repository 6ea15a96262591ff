import { parseArgs } from 'node:util';
import { runVitest } from '../lib/vitest.mts';

/** npm run test:faults [-- --runs 10000] [--from 1]: the fault campaign, of which npm test has a short part. */
export async function run(args: string[]): Promise<number> {
	const { values } = parseArgs({
		args,
		options: {
			runs: { type: 'string', default: '10000' },
			from: { type: 'string', default: '1' },
		},
	});
	return await runVitest(['--project', 'faults'], {
		FAULTS_RUNS: values.runs,
		FAULTS_FROM: values.from,
	});
}
