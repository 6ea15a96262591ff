import { Observer, type Due, type PollStart, type Rules } from './due.mts';

/**
 * What a poll may have found about an endpoint that rejected its calls while others at its host got through. How often
 * that has to happen before it is a state is left to the trigger, within bounds:
 *
 * 1. Until then, the endpoint is unknown; from then on it is `rateLimited` in each poll that asks it.
 * 2. That takes no more than `MOST_POLLS` polls in a row.
 * 3. Where it is not certain that others got through (`isOpen`), the poll may have found either.
 */
export interface Uncertain {
	isOpen: boolean;
}

const LIMITED = 'rateLimited';

const MOST_POLLS = 16;

/** What may be true of an object. */
interface Hypothesis {
	observer: Observer;
	/** Whether it is a state that the object rejects calls. */
	isFound: boolean;
	/** In how many polls in a row it rejected calls and that was no state. */
	unfound: number;
}

/** @returns whether what is due about an object is what was reported, if anything was */
export type Fits = (due: readonly Due[], id: string) => boolean;

/**
 * Observes each object on its own, with all that may be true of it. What does not fit what was reported is dropped, so
 * that something wrong is reported once nothing is left that fits.
 */
export class Hypotheses {
	/** Knows no object: what is true of all that are seen for the first time. */
	private readonly blank: Observer;

	private readonly all = new Map<string, Hypothesis[]>();

	constructor(private current: Rules) {
		this.blank = new Observer(current);
	}

	get rules(): Rules {
		return this.current;
	}

	set rules(rules: Rules) {
		this.current = rules;
		for (const observer of this.observers()) observer.rules = rules;
	}

	get watched(): string[] {
		return [...new Set(this.observers().flatMap((each) => each.watched))];
	}

	begin(at: number, start: PollStart): void {
		for (const observer of this.observers()) observer.begin(at, start);
	}

	noteQuiet(isQuiet: boolean, at: number): void {
		for (const observer of this.observers()) observer.noteQuiet(isQuiet, at);
	}

	isQuiet(state: string): boolean {
		return this.blank.isQuiet(state);
	}

	knows(id: string, selection: string): boolean {
		return this.all.get(id)?.some(({ observer }) => observer.knows(id, selection)) === true;
	}

	select(...how: Parameters<Observer['select']>): void {
		for (const observer of this.observers()) observer.select(...how);
	}

	save(): void {
		for (const observer of this.observers()) observer.save();
	}

	forget(): void {
		for (const observer of this.observers()) observer.forget();
	}

	/** A new process does not know what the one before found out about limits. */
	restart(): void {
		for (const observer of this.observers()) observer.restart();
		for (const hypotheses of this.all.values())
			for (const each of hypotheses) Object.assign(each, { isFound: false, unfound: 0 });
	}

	/** @returns what is due about each object, according to the first hypothesis that fits what was reported */
	observe(
		observations: ReadonlyMap<string, string>,
		at: number,
		uncertain: ReadonlyMap<string, Uncertain>,
		fits: Fits,
	): Due[] {
		const ids = new Set([...this.all.keys(), ...observations.keys(), ...uncertain.keys()]);
		return [...ids].flatMap((id) => {
			const before = this.all.get(id) ?? [this.meet(id)];
			const found = { state: observations.get(id), rejection: uncertain.get(id) };
			const after = before.flatMap((each) => continueWith(each, id, found, at));
			const fitting = after.filter(({ due }) => fits(due, id));
			const kept = fitting.length > 0 ? fitting : after.slice(0, 1);
			const hypotheses = kept.map(({ hypothesis }) => hypothesis);
			this.all.set(id, withoutTwins(hypotheses));
			return kept[0]?.due ?? [];
		});
	}

	private observers(): Observer[] {
		const known = [...this.all.values()].flat().map(({ observer }) => observer);
		return [this.blank, ...known];
	}

	private meet(id: string): Hypothesis {
		return { observer: this.blank.copy(id), isFound: false, unfound: 0 };
	}
}

/** What may be true after a poll, and what is due then. */
interface Outcome {
	hypothesis: Hypothesis;
	due: Due[];
}

/** @returns what may be true after a poll; what was true before is changed */
function continueWith(
	before: Hypothesis,
	id: string,
	{ state, rejection }: { state?: string; rejection?: Uncertain },
	at: number,
): Outcome[] {
	if (rejection === undefined) return [observed(before, state, { isFound: false, unfound: 0 })];
	const { isFound, unfound } = before;
	const { isOpen } = rejection;
	const isCertain = !isOpen && (isFound || unfound >= MOST_POLLS);
	const others = isCertain ? [] : [copyOf(before, id)];
	const unknown = isOpen ? {} : { unfound: unfound + 1 };
	const found = isOpen ? {} : { isFound: true, unfound: 0 };
	return [
		...others.map((each) => observed(each, undefined, unknown)),
		observed(before, LIMITED, found),
	];

	function observed(of: Hypothesis, seen: string | undefined, more: Partial<Hypothesis>): Outcome {
		const due = seen === undefined ? [] : of.observer.observe(new Map([[id, seen]]), at);
		return { hypothesis: Object.assign(of, more), due };
	}
}

function copyOf(hypothesis: Hypothesis, id: string): Hypothesis {
	return { ...hypothesis, observer: hypothesis.observer.copy(id) };
}

/** No rule looks back further than this many observations. */
const MOST_OBSERVATIONS = 60;

/** What is known of an object, as far as it matters here. */
interface Seen {
	told: string;
	observations: ReadonlyArray<{ state: string }>;
}

/** @returns those that differ in what they lead to */
function withoutTwins(hypotheses: readonly Hypothesis[]): Hypothesis[] {
	if (hypotheses.length < 2) return [...hypotheses];
	return [...new Map(hypotheses.map((each) => [JSON.stringify(each, shorten), each])).values()];
}

/** Leaves out what leads to nothing: old observations, and when the last ones found what was reported before. */
function shorten(this: Partial<Seen>, key: string, value: unknown): unknown {
	if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
	if (key !== 'observations') return value;
	const observations = (value as Seen['observations']).slice(-MOST_OBSERVATIONS);
	// Since when it is calm is told of what flaps.
	const isFlapping = this.told === 'flapping';
	const usual = isFlapping ? observations.at(-1)?.state : this.told;
	const last = observations.findLastIndex(({ state }) => state !== usual) + (isFlapping ? 2 : 1);
	return [...observations.slice(0, last), observations.length - last];
}
