import type { IPollFunctions } from 'n8n-workflow';

import type { Snapshot } from './observation';
import type { LiveTrigger } from './pollProcess';

/** A condition that lasts is logged again after this many polls. */
const SAY_AGAIN_AFTER = 60;

/** Ids spelled out in one line. */
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
 * Says, once each, what the trigger was told to watch and cannot.
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

/** Says, from time to time, that a poll is too short for everything that is watched. */
export function tellCutOff(
	n8n: IPollFunctions,
	{ observations, unknown, cutOff = 0 }: Snapshot,
	{ said }: LiveTrigger,
	poll: number,
): void {
	if (cutOff === 0) {
		said.delete('cutOff');
		return;
	}
	const before = said.get('cutOff');
	if (before !== undefined && poll - before < SAY_AGAIN_AFTER) return;
	said.set('cutOff', poll);
	const ids = [...unknown].slice(0, MOST_IDS).join(', ');
	const more = unknown.size > MOST_IDS ? '…' : '';
	warn(
		n8n,
		`looked at ${observations.length} of ${observations.length + cutOff} in a poll; there was no time for the others (${ids}${more}), which come first in the next. Their changes are reported later, but confirmed as often`,
	);
}

/** Says once how this trigger works where n8n saves nothing between two reports. */
export function tellUnsaved(n8n: IPollFunctions, { said }: LiveTrigger): void {
	if (said.has('unsaved')) return;
	said.set('unsaved', 0);
	n8n.logger.info(
		`${origin(n8n)} counts in the memory of this process, because n8n's scheduler saves nothing after polls that report nothing. If several n8n processes poll, set N8N_POLLER_DURABLE_CURSORS_ENABLED to true, so that they count together`,
	);
}
