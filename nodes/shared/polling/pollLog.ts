import type { IPollFunctions } from 'n8n-workflow';

import { MOST_OBJECTS } from './memory';
import type { Snapshot } from './observation';
import type { LiveTrigger } from './pollProcess';

/** A condition that lasts is logged again after this many polls. */
const SAY_AGAIN_AFTER = 60;

/** What could not be read in so many polls in a row is logged. */
const UNREAD_POLLS = 3;

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
	warn(
		n8n,
		`checked ${observations.length} of ${observations.length + cutOff} objects in this poll; there was no time for the others (${shortened([...unknown])}), which come first in the next poll. Their changes are reported later, but after the same number of confirmations`,
	);
}

/** Logs, at intervals, which objects could not be read in several polls in a row. */
export function tellUnread(
	n8n: IPollFunctions,
	{ unread = new Map() }: Snapshot,
	trigger: LiveTrigger,
	poll: number,
): void {
	const { unread: polls, said } = trigger;
	for (const id of polls.keys()) if (!unread.has(id)) polls.delete(id);
	for (const id of unread.keys()) polls.set(id, (polls.get(id) ?? 0) + 1);
	const lasting = [...unread].filter(([id]) => (polls.get(id) ?? 0) >= UNREAD_POLLS);
	if (lasting.length === 0) {
		said.delete('unread');
		return;
	}
	if (!isTime('unread', trigger, poll)) return;
	const ids = lasting.map(([id]) => id);
	const [[, reason]] = lasting;
	warn(
		n8n,
		`could not check ${shortened(ids)} in ${UNREAD_POLLS} polls in a row: ${reason}. Changes of what cannot be checked are not reported`,
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

/** Such as `ND-1, ND-2, ND-3…`. */
function shortened(ids: readonly string[]): string {
	return ids.slice(0, MOST_IDS).join(', ') + (ids.length > MOST_IDS ? '…' : '');
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
