/** Up to this many endpoints of a host are asked all at once, and each rejection counts for its endpoint. */
const FEWEST = 10;

/** When more than this share is rejected, a host is asked more slowly. */
const OFTEN = 0.05;

/** Factor by which the pace grows in a poll with few or no rejections. */
const GROWTH = 1.25;

/** The same while it is far below the pace at which endpoints were last rejected. */
const FAST_GROWTH = 2;

/** Calls per second where a host rejects everything; the platform's smallest plan allows as many. */
const WHEN_ALL_ARE_REFUSED = 25;

/** An endpoint is rejected this many turns in a row, where others are not, before that counts as its own state. */
const REFUSED_TURNS = 3;

/** How an endpoint was asked in a poll; times are monotonic, in milliseconds. */
export interface Question {
	id: string;
	host: string;
	/** Absent where the poll was over before its turn came. */
	askedAt?: number;
	endedAt: number;
	/** Whether it was rejected when it was asked for the first time in the poll. */
	wasRefused: boolean;
	/** How many calls were sent to it, the last time it was asked. */
	calls: number;
	/** Whether it was rejected to the end, reported a state, did not answer at all, or there was no time. */
	outcome: 'refused' | 'told' | 'silent' | 'unknown';
}

/** How fast a host is asked. */
interface Pace {
	callsPerSecond: number;
	/** The pace at which endpoints were last rejected. */
	refusedAt: number;
}

/** What the rejections in a poll mean. */
export interface Refusals {
	/** Ids of the endpoints that were rejected, possibly because of calls to others at their host. */
	doubtful: Set<string>;
	/** Hosts that reject everyone, which is not caused by too many calls at once. */
	refusing: Set<string>;
}

/**
 * Keeps how many calls per second a poll can make to the endpoints of each host. Many at once are rejected by the rate
 * limit of their host, which says nothing about any of them: so they are asked one after the other, a little faster
 * with each poll as long as hardly any is rejected.
 */
export class HostPaces {
	private readonly paces = new Map<string, Pace>();

	/** Endpoints that gave no answer when they were last asked. */
	private readonly silent = new Set<string>();

	/** Hosts whose endpoints were all asked at once in the last poll without too many rejections. */
	private readonly untroubled = new Set<string>();

	/** Turns in a row in which an endpoint was rejected. */
	private readonly refusedTurns = new Map<string, number>();

	/** @returns calls per second, or `undefined` where there is no known reason not to ask all at once */
	of(host: string): number | undefined {
		return this.paces.get(host)?.callsPerSecond;
	}

	/** @returns whether an endpoint gave no answer when it was last asked */
	isSilent(id: string): boolean {
		return this.silent.has(id);
	}

	/** Learns from a poll. */
	learn(questions: readonly Question[]): Refusals {
		const doubtful = new Set<string>();
		const refusing = new Set<string>();
		for (const host of new Set(questions.map((question) => question.host))) {
			const all = questions.filter((question) => question.host === host);
			const asked = all.filter(({ askedAt }) => askedAt !== undefined);
			const hasPassed = asked.some(({ wasRefused }) => !wasRefused);
			for (const { id, outcome, wasRefused } of asked) {
				const turns = outcome === 'refused' ? (this.refusedTurns.get(id) ?? 0) + 1 : 0;
				this.noteTurns(id, turns);
				const mayBeOthers = hasPassed && asked.length > FEWEST && turns < REFUSED_TURNS;
				if (turns > 0 && mayBeOthers) doubtful.add(id);
				const isSilent = outcome === 'silent' || (outcome === 'unknown' && !wasRefused);
				if (isSilent) this.silent.add(id);
				else this.silent.delete(id);
			}
			const isEveryone = asked.every(({ outcome, wasRefused }) => wasRefused && outcome !== 'told');
			const wasTooMuch = !this.paces.has(host) && !this.untroubled.has(host);
			if (isEveryone && !wasTooMuch) refusing.add(host);
			this.notePace(host, this.nextPace(this.paces.get(host), all.length, asked));
		}
		return { doubtful, refusing };
	}

	private notePace(host: string, pace: Pace | undefined): void {
		if (pace === undefined) {
			this.paces.delete(host);
			this.untroubled.add(host);
		} else {
			this.paces.set(host, pace);
			this.untroubled.delete(host);
		}
	}

	private nextPace(
		pace: Pace | undefined,
		count: number,
		asked: readonly Question[],
	): Pace | undefined {
		if (count <= FEWEST) return undefined;
		// One that has been rejected repeatedly has a problem of its own.
		const refused = asked.filter(
			({ id, wasRefused }) => wasRefused && (this.refusedTurns.get(id) ?? 0) < REFUSED_TURNS,
		);
		const isOften = refused.length > asked.length * OFTEN;
		if (!isOften) return pace && faster(pace, Math.max(count, callsOf(asked)));
		const passed = asked.filter(({ wasRefused }) => !wasRefused);
		if (passed.length === 0)
			return pace ?? { callsPerSecond: WHEN_ALL_ARE_REFUSED, refusedAt: Infinity };
		const startedAt = Math.min(...asked.map(({ askedAt = Infinity }) => askedAt));
		if (pace === undefined) {
			const answered = asked.filter(({ outcome }) => outcome === 'told' || outcome === 'silent');
			const seen = Math.max(rateOf(answered, startedAt), rateOf(passed, startedAt));
			return { callsPerSecond: Math.max(1, seen), refusedAt: Infinity };
		}
		const { callsPerSecond } = pace;
		const lastAskedAt = Math.max(...asked.map(({ askedAt = 0 }) => askedAt));
		const seconds = (lastAskedAt - startedAt) / 1000 + 1 / callsPerSecond;
		const seen = Math.min(callsPerSecond, callsOf(passed) / seconds);
		return { callsPerSecond: Math.max(1, seen), refusedAt: callsPerSecond };
	}

	private noteTurns(id: string, turns: number): void {
		if (turns === 0) this.refusedTurns.delete(id);
		else this.refusedTurns.set(id, turns);
	}
}

/** @returns `undefined` where all calls fit into a second */
function faster({ callsPerSecond, refusedAt }: Pace, calls: number): Pace | undefined {
	if (callsPerSecond >= calls) return undefined;
	const isFar = callsPerSecond * FAST_GROWTH < refusedAt;
	return { callsPerSecond: callsPerSecond * (isFar ? FAST_GROWTH : GROWTH), refusedAt };
}

function callsOf(questions: readonly Question[]): number {
	return questions.reduce((sum, { calls }) => sum + calls, 0);
}

/** @returns calls per second of questions that have ended */
function rateOf(questions: readonly Question[], startedAt: number): number {
	const seconds = (Math.max(...questions.map(({ endedAt }) => endedAt)) - startedAt) / 1000;
	return callsOf(questions) / Math.max(1, seconds);
}
