import type { IPollFunctions } from 'n8n-workflow';

import { systemChance, systemClock, type Chance, type Clock } from '../scheduler/clock';
import { LiveTrigger, readBudget } from './liveTrigger';

/** Most triggers that are remembered; the ones that polled longest ago are forgotten first. */
const MOST_TRIGGERS = 2000;

/** Shared by polls for the lifetime of the process. */
export class PollProcess {
	/** The latest registration of each trigger, by workflow, id and name of its node. */
	private readonly triggers = new Map<string, LiveTrigger>();

	/** The registration of each context: n8n makes one per activation, or per poll under its durable scheduler. */
	private readonly registrations = new WeakMap<object, LiveTrigger>();

	constructor(
		readonly clock: Clock = systemClock,
		readonly random: Chance = systemChance,
		private readonly id: string = random().toString(36).slice(2, 10),
	) {}

	/** @returns the registration that polls: the one of this context, or a new one */
	trigger(n8n: IPollFunctions): LiveTrigger {
		const workflow = `${n8n.getWorkflow().id} ${n8n.getNode().id} `;
		const key = workflow + n8n.getNode().name;
		const trigger = this.registrations.get(n8n) ?? this.register(n8n, workflow, key);
		this.triggers.delete(key);
		this.triggers.set(key, trigger);
		const [oldest] = this.triggers.keys();
		if (this.triggers.size > MOST_TRIGGERS) this.triggers.delete(oldest);
		return trigger;
	}

	/** @returns a trigger of which nothing is known */
	newTrigger(): LiveTrigger {
		return LiveTrigger.create(this.id, this.clock, this.random);
	}

	/** A renamed node goes on with what it knew. Two nodes of a workflow can have one id, so the names count too. */
	private register(n8n: IPollFunctions, workflow: string, key: string): LiveTrigger {
		const isScheduled = readBudget(n8n) !== undefined;
		const known = this.triggers.get(key);
		if (isScheduled && known !== undefined) return known;
		const formerKey = [...this.triggers.keys()].reverse().find((each) => each.startsWith(workflow));
		const former = known ?? this.triggers.get(formerKey ?? '');
		const next = former?.succeed() ?? this.newTrigger();
		if (isScheduled) return next;
		// n8n ends a registration before it makes the next one. One that goes on polling is noted again then.
		if (known === undefined && formerKey !== undefined) this.triggers.delete(formerKey);
		this.registrations.set(n8n, next);
		return next;
	}
}
