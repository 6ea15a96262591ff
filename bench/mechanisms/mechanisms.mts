/** A change to a file of the scheduler. */
interface Edit {
	/** Name of the file in nodes/shared/scheduler. */
	file: string;
	/** Stands in it exactly once. */
	code: string;
	without: string;
}

/** A mechanism of the scheduler, and how it is switched off: the code that ships has no flag for it. */
export interface Mechanism {
	/** Names it, in lower case. */
	name: string;
	edits: readonly Edit[];
}

/** All of them. */
export const MECHANISMS: readonly Mechanism[] = [
	{
		name: 'a limit that all addresses of a host share',
		edits: [
			{
				file: 'hostState.ts',
				code: 'const mayShare = this.addresses.size > 1 && (isWorking || results.refused === 0);',
				without: 'const mayShare = isWorking && results.refused === 0;',
			},
		],
	},
	{
		name: 'a learned number of requests in flight',
		edits: [
			{
				file: 'concurrencyLimit.ts',
				code: 'this.limit = isAdaptive ? Math.min(FIRST, most) : most;',
				without: 'this.limit = most;',
			},
			{
				file: 'concurrencyLimit.ts',
				code: 'this.limit = Math.max(1, this.limit * KEPT);',
				without: '',
			},
		],
	},
	{
		name: 'few requests in flight at first',
		edits: [
			{ file: 'concurrencyLimit.ts', code: 'const FIRST = 32;', without: 'const FIRST = 512;' },
		],
	},
	{
		name: 'slow requests that release their place',
		edits: [
			{
				file: 'concurrencyLimit.ts',
				code: '[...this.inFlight][beyond - 1].sentAt + this.slowMs',
				without: 'Infinity',
			},
		],
	},
	{
		name: 'faults as a sign of what a host can take, at addresses that never worked as well',
		edits: [
			{
				file: 'hostState.ts',
				code: "return limiter.hasPassed || !failure.isReached ? 'fewer' : 'maybeFewer';",
				without: "return limiter.hasPassed || !failure.isReached ? 'fewer' : undefined;",
			},
		],
	},
	{
		name: 'a breaker for the host',
		edits: [
			{
				file: 'hostState.ts',
				code: 'if (this.failing.size > FAILING_ALONE) this.all.failed(sentAt, random, now);',
				without: '',
			},
		],
	},
	{
		name: 'probes at the addresses that failed least',
		edits: [
			{
				file: 'host.ts',
				code: 'const rank = isClosed ? this.rankProbe(group) : 0;',
				without: 'const rank = 0;',
			},
		],
	},
	{
		name: 'every other probe at an address that failed before',
		edits: [
			{
				file: 'host.ts',
				code: 'this.asksAgain = this.state.isClosed && !this.asksAgain;',
				without: '',
			},
		],
	},
	{
		name: 'reasons of an address of its own, found by comparing it with others',
		edits: [
			{
				file: 'hostState.ts',
				code: 'return this.comparison.noteRefused(address, sentAt, now);',
				without: 'return true;',
			},
		],
	},
	{
		name: 'faults that count as refusals of a limit that says nothing of itself',
		edits: [
			{
				file: 'hostState.ts',
				code: 'limiter.ended(sentAt, { passed: 0, refused: calls.length, retryAfterMs: 0 }, now);',
				without: '',
			},
		],
	},
	{
		name: 'slow probes of a limit that counts refusals',
		edits: [
			{
				file: 'limiter.ts',
				code: 'return this.inVain >= OFTEN;',
				without: 'return false;',
			},
		],
	},
	{
		name: 'larger cuts where a limit counts refusals',
		edits: [
			{
				file: 'pace.ts',
				code: 'const usual = countsRefused ? KEPT_WHERE_COUNTED : KEPT;',
				without: 'const usual = countsRefused ? KEPT : KEPT;',
			},
		],
	},
	{
		name: 'an end to tolerated refusals after five in a row',
		edits: [
			{
				file: 'pace.ts',
				code: 'return isShareTolerable && this.refusedInARow < TOO_MANY_IN_A_ROW;',
				without: 'return isShareTolerable;',
			},
		],
	},
	{
		name: 'calls that an outage does not end while requests from before it are in flight',
		edits: [
			{
				file: 'patience.ts',
				code: 'if (this.state.concurrency.oldestSentAt <= breaker.failedSince) return false;',
				without: '',
			},
		],
	},
	{
		name: 'calls that an outage does not end where they were refused last',
		edits: [
			{
				file: 'patience.ts',
				code: 'if (!address.breaker.isRefusing && !breaker.isRefusing',
				without: 'if (!breaker.isRefusing',
			},
			{
				file: 'host.ts',
				code: 'if (isOut && isRefusing && address.usedAt < failedSince) return 0;',
				without: '',
			},
		],
	},
	{
		name: 'a further probe while one is late',
		edits: [
			{
				file: 'circuitBreaker.ts',
				code: 'Math.max(this.pausedUntil, this.probedAt + Math.min(SECOND_MS, lateMs))',
				without: 'this.probedAt > -Infinity ? Infinity : this.pausedUntil',
			},
		],
	},
	{
		name: 'several probes for each retry of a call',
		edits: [
			{
				file: 'patience.ts',
				code: 'const PROBES_PER_RETRY = 4;',
				without: 'const PROBES_PER_RETRY = 1;',
			},
		],
	},
	{
		name: 'a rate that grows fast at first',
		edits: [{ file: 'pace.ts', code: 'const SLOW_START = 4;', without: 'const SLOW_START = 0.2;' }],
	},
	{
		name: 'the rule for refusals that do not depend on the rate',
		edits: [
			{
				file: 'pace.ts',
				code: 'const isLess = rate < cut.rate',
				without: 'const isLess = rate < 0',
			},
		],
	},
	{
		name: 'a new guess of the rate after a second without passage',
		edits: [
			{
				file: 'limiter.ts',
				code: 'this.pace.isGuess = true;',
				without: '',
			},
		],
	},
	{
		name: 'calls that are sent together although the rate allows one at a time',
		edits: [{ file: 'limiter.ts', code: 'const BURST_MS = 5;', without: 'const BURST_MS = 1e-9;' }],
	},
	{
		name: 'as many calls at once after a wait as got through at once before',
		edits: [
			{
				file: 'limiter.ts',
				code: 'this.afterWait = opensWindow ? passedInARow : 0;',
				without: '',
			},
		],
	},
	{
		name: 'a wait of the host where many addresses were asked to',
		edits: [
			{
				file: 'hostState.ts',
				code: 'if (isAsked && isForAll) this.all.limiter.asked(now + waitMs);',
				without: '',
			},
		],
	},
	{
		name: 'first faults of addresses that say nothing more of a host that is known',
		edits: [
			{
				file: 'hostState.ts',
				code: 'if (isFirst && isKnown) return;',
				without: '',
			},
		],
	},
	{
		name: 'retries that are not used up where a host turns many away',
		edits: [
			{
				file: 'retryPolicy.ts',
				code: 'return turnedAway > MANY && turnedAway < 1 ? 1 - turnedAway : 1;',
				without: 'return turnedAway < 0 ? 0 : 1;',
			},
		],
	},
	{
		name: 'limits that count requests, whatever they hold',
		edits: [{ file: 'countedUnit.ts', code: 'this.isRequests = true;', without: '' }],
	},
	{
		name: 'trials of larger batches',
		edits: [
			{
				file: 'batchSize.ts',
				code: 'this.onTrial = Math.min(this.limit, this.usual * 2);',
				without: '',
			},
		],
	},
	{
		name: 'places for hosts with few requests',
		edits: [
			{
				file: 'requestScheduler.ts',
				code: 'const LEFT_TO_OTHERS = 64;',
				without: 'const LEFT_TO_OTHERS = 0;',
			},
		],
	},
];

/** @returns the text of a file without a mechanism */
export function editedText(text: string, { file, code, without }: Edit): string {
	const parts = text.split(code);
	if (parts.length === 2) return parts.join(without);
	throw new Error(`${file} has ${parts.length - 1} times, instead of once: ${code}`);
}
