import type { Said, Transfer } from './network.mts';
import { grouped } from './groups.mts';
import type { SimulatedCall, SimulatedRun } from './simulate.mts';

/** Something got through at a host lately where a call was answered within this time, in milliseconds. */
const LATELY_MS = 1000;

/** What an endpoint must have said itself to be reported like that. */
const SAID: Readonly<Record<string, Said>> = { rateLimited: 'limited', unreachable: 'failed' };

/**
 * While anything gets through at a host, an endpoint is reported with what it answered itself. Where the user accepts no
 * long wait, one that the host asked for may end a call before it was sent.
 */
export function falseAccusations({ calls, transfers, scenario }: SimulatedRun): string[] {
	const ofRun = grouped(transfers, ({ run, host }) => `${run} ${host}`);
	const accused = calls.filter((call) => {
		const said = SAID[call.replies[0]?.answer.kind ?? ''];
		if (said === undefined || call.isImpatient || scenario.maxRetryWaitMs < 300_000) return false;
		const ofHost = ofRun.get(`${call.run} ${call.host}`) ?? [];
		const isItsOwn = ofHost.some((each) => each.url === call.url && hasSaid(each, said, call));
		return !isItsOwn && ofHost.some((each) => isLate(each, call) && each.said.has('result'));
	});
	if (accused.length === 0) return [];
	const [{ url, replies }] = accused;
	return [
		`${accused.length} calls ended with what their address never said: ${url} ${JSON.stringify(replies[0].answer)}`,
	];
}

function hasSaid({ said, endedAt }: Transfer, what: Said, { settledAt }: SimulatedCall): boolean {
	return said.has(what) && endedAt <= settledAt;
}

function isLate({ endedAt }: Transfer, { settledAt }: SimulatedCall): boolean {
	return endedAt <= settledAt && endedAt > settledAt - LATELY_MS;
}
