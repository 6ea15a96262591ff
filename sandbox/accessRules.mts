import type { Clock } from './clock.mts';
import type { AccessRuleRecord } from './records.mts';

/** Who calls a node endpoint. */
export interface Caller {
	/** IP address. */
	address: string;
	/** The header Origin, if the caller sends one. */
	origin?: string;
}

/** The access rules of all nodes, and which of them are in force: a change is some seconds later. */
export class AccessRules {
	readonly #clock: Clock;
	readonly #delayMs: number;
	readonly #rules = new Map<string, AccessRuleRecord>();
	/** By node, the rules it had activated from some moment on, oldest first. */
	readonly #history = new Map<string, Array<{ since: number; rules: AccessRuleRecord[] }>>();

	/** @param delayMs milliseconds until a change is in force */
	constructor(clock: Clock, delayMs: number) {
		this.#clock = clock;
		this.#delayMs = delayMs;
	}

	/** Forgets all rules. */
	clear(): void {
		this.#rules.clear();
		this.#history.clear();
	}

	/** All rules, oldest first. */
	all(): AccessRuleRecord[] {
		return [...this.#rules.values()];
	}

	/** The rules of a node, oldest first. */
	ofNode(nodeId: string): AccessRuleRecord[] {
		return this.all().filter((rule) => rule.nodeId === nodeId);
	}

	/** Adds a rule, or stores a changed one. */
	save(rule: AccessRuleRecord): void {
		this.#rules.set(rule.id, rule);
		this.#note(rule.nodeId);
	}

	/** Removes a rule. */
	delete({ id, nodeId }: AccessRuleRecord): void {
		this.#rules.delete(id);
		this.#note(nodeId);
	}

	/** Removes the rules of a node that was deleted. */
	forgetNode(nodeId: string): void {
		for (const { id } of this.ofNode(nodeId)) this.#rules.delete(id);
		this.#history.delete(nodeId);
	}

	/** Whether the rules in force admit a caller: of each type that has any, one has to match. */
	admits(nodeId: string, caller: Caller): boolean {
		const known = this.#clock.now() - this.#delayMs;
		const inForce = this.#history.get(nodeId)?.findLast(({ since }) => since <= known)?.rules ?? [];
		return (['ip', 'origin'] as const).every((type) => {
			const rules = inForce.filter((rule) => rule.type === type);
			return rules.length === 0 || rules.some(({ value }) => matches[type](value, caller));
		});
	}

	#note(nodeId: string): void {
		const rules = this.ofNode(nodeId).filter(({ status }) => status === 'activated');
		const earlier = this.#history.get(nodeId) ?? [];
		this.#history.set(nodeId, [...earlier, { since: this.#clock.now(), rules }]);
	}
}

const matches: Record<AccessRuleRecord['type'], (value: string, caller: Caller) => boolean> = {
	ip: (value, { address }) => canonical(value) === canonical(address),
	origin: (value, { origin }) => {
		if (origin === undefined || !URL.canParse(origin)) return false;
		const { hostname } = new URL(origin);
		const host = value.toLowerCase().replace(/^\*\./, '');
		if (value === '*' || hostname === host) return true;
		return value.startsWith('*.') && hostname.endsWith(`.${host}`);
	},
};

function canonical(address: string): string {
	return address.includes(':') ? new URL(`http://[${address}]`).hostname : address;
}
