import { grouped } from './groups.mts';
import type { Said, Transfer } from './network.mts';
import { waitedAloneMs } from './promises.mts';
import type { SimulatedCall, SimulatedRun } from './simulate.mts';

/** What an endpoint must have said itself to be reported like that. */
const SAID: Readonly<Record<string, Said>> = { rateLimited: 'limited', unreachable: 'failed' };

/**
 * While anything gets through at a host, an endpoint is reported with what it answered itself. Nothing does where that is
 * so for as long as a single call would have waited, and for as many requests as it would have sent. Where the user accepts
 * no long wait, one that the host asked for may end a call before it was sent.
 */
export function falseAccusations({ calls, transfers, scenario }: SimulatedRun): string[] {
	const isCall = scenario.questions === 'calls';
	const ofRun = grouped(transfers, ({ run, host }) => `${run} ${host}`);
	const accused = calls.filter((call) => {
		const said = SAID[call.replies[0]?.answer.kind ?? ''];
		if (said === undefined || call.isImpatient || scenario.maxRetryWaitMs < 300_000) return false;
		const ofHost = ofRun.get(`${call.run} ${call.host}`) ?? [];
		const isItsOwn = ofHost.some((each) => each.url === call.url && hasSaid(each, said, call));
		const times = isCall ? [call.settledAt] : endsOf(ofHost, call);
		const isOut = times.some((time) => !hasPassedLately(ofHost, time, scenario.maxRetries));
		return !isItsOwn && !isOut;
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

/** A question of a probe may have ended whenever a request did, before the whole probe has. */
function endsOf(ofHost: readonly Transfer[], { madeAt, settledAt }: SimulatedCall): number[] {
	const ends = ofHost.map(({ endedAt }) => endedAt);
	return ends.filter((endedAt) => endedAt >= madeAt && endedAt <= settledAt);
}

/** Whether anything got through before a time while a single call would have waited, or among as many requests as it sends. */
function hasPassedLately(ofHost: readonly Transfer[], time: number, maxRetries: number): boolean {
	const since = time - waitedAloneMs(maxRetries);
	const ended = ofHost
		.filter(({ endedAt }) => endedAt <= time)
		.sort((a, b) => a.endedAt - b.endedAt);
	const isPassed = ({ said }: Transfer): boolean => said.has('result');
	return (
		ended.slice(-(maxRetries + 1)).some(isPassed) ||
		ended.some((each) => each.endedAt > since && isPassed(each))
	);
}
