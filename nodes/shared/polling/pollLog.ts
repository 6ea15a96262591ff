import type { IPollFunctions } from 'n8n-workflow';

import { MOST_OBJECTS } from './memory';
import type { Snapshot } from './observation';
import type { LiveTrigger } from './pollProcess';

/** A condition that lasts is logged again after this many polls. */
const SAY_AGAIN_AFTER = 60;

/** Most ids listed in one line. */
const MOST_IDS = 3;

/** n8n's log shows only the text, so the text says where it comes from. */
export function warn(n8n: IPollFunctions, text: string): void {
	n8n.logger.warn(`${origin(n8n)} ${text}`);
}

function origin(n8n: IPollFunctions): string {
	const { name, id } = n8n.getWorkflow();
	return `Chainstack Trigger '${n8n.getNode().name}' of workflow '${name ?? id}'`;
}

/**
 * Logs, once each, what the trigger should watch but cannot.
 * @returns the ids that were reported, now or before
 */
export function tellUnwatched(
	n8n: IPollFunctions,
	{ unwatched = new Map() }: Snapshot,
	told: readonly string[],
): string[] {
	for (const [id, reason] of unwatched) {
		if (!told.includes(id)) warn(n8n, `does not watch ${id}: ${reason}`);
	}
	return [...unwatched.keys()];
}

/** Logs, at intervals, that a poll is too short for everything that is watched. */
export function tellCutOff(
	n8n: IPollFunctions,
	{ observations, unknown, cutOff = 0 }: Snapshot,
	trigger: LiveTrigger,
	poll: number,
): void {
	if (cutOff === 0) {
		trigger.said.delete('cutOff');
		return;
	}
	if (!isTime('cutOff', trigger, poll)) return;
	const ids = [...unknown].slice(0, MOST_IDS).join(', ');
	const more = unknown.size > MOST_IDS ? '…' : '';
	warn(
		n8n,
		`checked ${observations.length} of ${observations.length + cutOff} objects in this poll; there was no time for the others (${ids}${more}), which come first in the next poll. Their changes are reported later, but after the same number of confirmations`,
	);
}

/** Logs, at intervals, that there are more objects than a trigger watches. */
export function tellBeyond(
	n8n: IPollFunctions,
	{ beyond = 0 }: Snapshot,
	trigger: LiveTrigger,
	poll: number,
): void {
	if (beyond === 0 || !isTime('beyond', trigger, poll)) return;
	warn(
		n8n,
		`watches ${MOST_OBJECTS} objects, the maximum, and leaves out ${beyond} more. Watch one project per workflow instead`,
	);
}

/** @returns whether a lasting condition is to be logged now */
function isTime(what: string, { said }: LiveTrigger, poll: number): boolean {
	const before = said.get(what);
	if (before !== undefined && poll - before < SAY_AGAIN_AFTER) return false;
	said.set(what, poll);
	return true;
}

/** Logs once how this trigger works when n8n saves nothing between two reports. */
export function tellUnsaved(n8n: IPollFunctions, { said }: LiveTrigger): void {
	if (said.has('unsaved')) return;
	said.set('unsaved', 0);
	n8n.logger.info(
		`${origin(n8n)} keeps its counts in the memory of this process, because n8n's scheduler saves nothing after polls that report nothing. If several n8n processes poll, set N8N_POLLER_DURABLE_CURSORS_ENABLED to true, so that they share the counts`,
	);
}
