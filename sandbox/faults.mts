import { randomUUID } from 'node:crypto';
import { seededRandom } from './random.mts';
import type { ServerName } from './requestLog.mts';

/** The kinds of faults, each with the status it answers unless its rule has one; 0 = it does not answer. */
export const faultKinds = {
	status: 500,
	delay: 0,
	hang: 0,
	html: 502,
	truncated: 200,
	empty: 200,
	rateLimit: 429,
	reset: 0,
	echoKey: 400,
	redirect: 302,
	drip: 200,
	wrongShape: 200,
};

export type FaultKind = keyof typeof faultKinds;

/** A rule that makes the sandbox misbehave. All conditions that are given must hold. */
export interface FaultRule {
	/** Which of the two servers: the management API or the node endpoints. */
	server?: ServerName;
	/** HTTP method. */
	method?: string;
	/** Part of path and query, or a regular expression between slashes: `/^\/v1\/nodes/`. */
	path?: string;
	/** JSON-RPC method, in a single call or anywhere in a batch. */
	rpcMethod?: string;
	/**
	 * The fault; the usual statuses stand in `faultKinds`:
	 * `status` answers in the form the path's errors have ·
	 * `delay` waits `delayMs` (1000), then goes on ·
	 * `hang` never answers ·
	 * `html` answers a proxy's page ·
	 * `truncated` closes the connection in the middle of the JSON (see `announced`) ·
	 * `empty` answers without a body ·
	 * `rateLimit` answers 429, or JSON-RPC error -32005 on node endpoints ·
	 * `reset` resets the connection ·
	 * `echoKey` answers an error that repeats the secrets of the request ·
	 * `redirect` answers with `location` ·
	 * `drip` sends one byte every `delayMs` (500) ·
	 * `wrongShape` answers with valid JSON of another form.
	 */
	kind: FaultKind;
	status?: number;
	/** Sent instead of the usual body: a JSON value, or a text as it is. */
	body?: unknown;
	delayMs?: number;
	/** Seconds, or an HTTP date, for `rateLimit` and `status`. */
	retryAfter?: number | string;
	location?: string;
	/**
	 * For `truncated`: whether Content-Length announces the whole (default), so that the exchange
	 * breaks. With false it is a complete HTTP answer whose JSON is cut off.
	 */
	announced?: boolean;
	/** `before` (default): the server does not act. `after`: it acts, then the answer is damaged. */
	when?: 'before' | 'after';
	/** How often the rule applies; unlimited without it. */
	times?: number;
	/** How many matching requests it lets pass first. */
	skip?: number;
	/** Chance that it applies to a matching request, 0 to 1. */
	probability?: number;
	/** Makes the chance repeatable. */
	seed?: number;
}

/** The request that a rule is compared with. */
export interface FaultTarget {
	server: ServerName;
	method: string;
	/** Path and query. */
	url: string;
	rpcMethods: string[];
}

/** A rule with its id. */
export interface ActiveFault {
	id: string;
	rule: FaultRule;
}

interface Entry extends ActiveFault {
	applied: number;
	passed: number;
	matchesPath: (url: string) => boolean;
	random: () => number;
}

/** The rules in force, in the order in which they were added. */
export class FaultRules {
	#entries: Entry[] = [];

	/**
	 * Adds a rule and returns its id.
	 * @throws Error when the kind is unknown or the path is no valid regular expression
	 */
	add(rule: FaultRule): string {
		if (!Object.hasOwn(faultKinds, rule.kind)) {
			const known = Object.keys(faultKinds).join(', ');
			throw new Error(`Unknown kind of fault "${rule.kind}"; known: ${known}`);
		}
		const id = randomUUID();
		const random = rule.seed === undefined ? Math.random : seededRandom(rule.seed);
		const matchesPath = pathMatcher(rule.path);
		this.#entries.push({ id, rule, applied: 0, passed: 0, matchesPath, random });
		return id;
	}

	/** Removes the rule with an id. */
	remove(id: unknown): void {
		this.#entries = this.#entries.filter((entry) => entry.id !== id);
	}

	/** Removes all rules. */
	clear(): void {
		this.#entries = [];
	}

	/**
	 * The rules that apply to a request: every delay that matches, and the first match of another
	 * kind, which ends the exchange. Counts them as applied.
	 */
	take(target: FaultTarget): ActiveFault[] {
		const taken: ActiveFault[] = [];
		for (const entry of this.#entries) {
			if (!matches(entry, target) || !isDue(entry)) continue;
			entry.applied += 1;
			taken.push(entry);
			if (entry.rule.kind !== 'delay') break;
		}
		return taken;
	}
}

function pathMatcher(path: string | undefined): (url: string) => boolean {
	if (path === undefined) return () => true;
	// A plain path may begin and end with a slash too, so only a pattern's own signs make a pattern.
	const pattern = /^\/(.*[\\^$*+?()[\]{}|].*)\/([a-z]*)$/s.exec(path);
	if (pattern === null) return (url) => url.includes(path);
	const expression = new RegExp(pattern[1], pattern[2]);
	return (url) => expression.test(url);
}

function matches({ rule, matchesPath }: Entry, target: FaultTarget): boolean {
	return (
		(rule.server ?? target.server) === target.server &&
		(rule.method ?? target.method).toUpperCase() === target.method &&
		(rule.rpcMethod === undefined || target.rpcMethods.includes(rule.rpcMethod)) &&
		matchesPath(target.url)
	);
}

function isDue(entry: Entry): boolean {
	const { times = Infinity, skip = 0, probability = 1 } = entry.rule;
	if (entry.applied >= times) return false;
	if (entry.passed < skip) {
		entry.passed += 1;
		return false;
	}
	return probability >= 1 || entry.random() < probability;
}
