/** Where no more endpoints of a host are asked, they are asked at once, and each refusal is its own matter. */
const FEWEST = 10;

/** From this share of refusals on, a host is asked more slowly. */
const OFTEN = 0.05;

/** By what the pace grows in a poll without refusals. */
const GROWTH = 1.25;

/** Endpoints per second, where a host refuses everything. */
const WHEN_ALL_ARE_REFUSED = 10;

/** So many turns in a row an endpoint is refused, where others are not, before that counts as its own state. */
const REFUSED_TURNS = 3;

/** How an endpoint was asked in a poll; times are monotonic, in milliseconds. */
export interface Question {
	id: string;
	host: string;
	/** Absent where the poll was over before its turn came. */
	askedAt?: number;
	endedAt: number;
	/** Whether it was turned away when it was asked for the first time in the poll. */
	wasRefused: boolean;
	/** Whether that was also its last word, there is another one, or none at all. */
	outcome: 'refused' | 'told' | 'unknown';
}

/**
 * Knows how many endpoints of each host a poll can ask in a second. Many at once are turned away by the rate limit
 * of their host, which says nothing about any of them: so they are asked one after the other, a little faster with
 * each poll as long as none is turned away.
 */
export class HostPaces {
	private readonly paces = new Map<string, number>();

	/** Turns in a row in which an endpoint was refused. */
	private readonly refusedTurns = new Map<string, number>();

	/** @returns endpoints per second, or `undefined` where nothing is known against asking all at once */
	of(host: string): number | undefined {
		return this.paces.get(host);
	}

	/**
	 * Learns from a poll.
	 * @returns ids of the endpoints that were refused, which others at their host may have caused
	 */
	learn(questions: readonly Question[]): Set<string> {
		const byHost = new Map<string, Question[]>();
		for (const question of questions) {
			const ofHost = byHost.get(question.host) ?? [];
			ofHost.push(question);
			byHost.set(question.host, ofHost);
		}
		const doubtful = new Set<string>();
		for (const [host, all] of byHost) {
			const asked = all.filter(({ askedAt }) => askedAt !== undefined);
			const hasPassed = asked.some(({ wasRefused }) => !wasRefused);
			for (const { id, outcome } of asked) {
				const turns = outcome === 'refused' ? (this.refusedTurns.get(id) ?? 0) + 1 : 0;
				this.noteTurns(id, turns);
				const mayBeOthers = hasPassed && asked.length > FEWEST && turns < REFUSED_TURNS;
				if (turns > 0 && mayBeOthers) doubtful.add(id);
			}
			this.notePace(host, this.nextPace(host, all.length, asked));
		}
		return doubtful;
	}

	private nextPace(host: string, count: number, asked: readonly Question[]): number | undefined {
		const pace = this.paces.get(host);
		if (count <= FEWEST) return undefined;
		// One that has been refused again and again has trouble of its own.
		const refused = asked.filter(
			({ id, wasRefused }) => wasRefused && (this.refusedTurns.get(id) ?? 0) < REFUSED_TURNS,
		);
		const isOften = refused.length > asked.length * OFTEN;
		if (!isOften) return pace === undefined || pace >= count ? undefined : pace * GROWTH;
		const passed = asked.filter(({ wasRefused }) => !wasRefused);
		if (passed.length === 0) return pace ?? WHEN_ALL_ARE_REFUSED;
		const startedAt = Math.min(...asked.map(({ askedAt = Infinity }) => askedAt));
		if (pace !== undefined) {
			const lastAskedAt = Math.max(...asked.map(({ askedAt = 0 }) => askedAt));
			const seconds = (lastAskedAt - startedAt) / 1000 + 1 / pace;
			return Math.max(1, Math.min(pace, passed.length / seconds));
		}
		const told = asked.filter(({ outcome }) => outcome === 'told');
		const seconds = (Math.max(...told.map(({ endedAt }) => endedAt)) - startedAt) / 1000;
		return Math.max(1, told.length / Math.max(1, seconds));
	}

	private notePace(host: string, pace: number | undefined): void {
		if (pace === undefined) this.paces.delete(host);
		else this.paces.set(host, pace);
	}

	private noteTurns(id: string, turns: number): void {
		if (turns === 0) this.refusedTurns.delete(id);
		else this.refusedTurns.set(id, turns);
	}
}
