import type { IPollFunctions } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { groupBy } from '../text/json';
import { MOST_OBJECTS, NO_TIME, type Snapshot } from './snapshot';

/** A condition that lasts is logged again after this many polls. */
const LOG_AGAIN_AFTER = 60;

/** An object that could not be read in so many polls in a row is logged. */
const UNREAD_POLLS = 3;

const MOST_IDS = 3;

/** Writes into n8n's log, which shows only the text, so the text says where it comes from. */
export function log(n8n: IPollFunctions, text: string, level: 'info' | 'warn' = 'warn'): void {
	const { name, id } = n8n.getWorkflow();
	const origin = `Chainstack Trigger '${n8n.getNode().name}' of workflow '${name ?? id}'`;
	n8n.logger[level](`${origin} ${text}`);
}

/** Lines that a trigger logged in this process, so that a lasting condition is not logged in each poll. */
export class PollLog {
	/** The poll in which each condition was last logged. */
	private readonly logged = new Map<string, number>();

	/** In how many polls in a row objects could not be read, by id. */
	private unread: ReadonlyMap<string, number> = new Map();

	private isUnsavedLogged = false;

	/** Logs the objects that were not checked in a poll, and why. */
	logSnapshot(n8n: IPollFunctions, snapshot: Snapshot, poll: number, mask: SecretMask): void {
		this.countUnread(snapshot);
		const lines = new Map([
			...describeUnwatched(snapshot),
			...describeCutOff(snapshot),
			...this.describeUnread(snapshot),
		]);
		for (const key of this.logged.keys()) if (!lines.has(key)) this.logged.delete(key);
		for (const [key, text] of lines) {
			if (poll - (this.logged.get(key) ?? -Infinity) < LOG_AGAIN_AFTER) continue;
			this.logged.set(key, poll);
			log(n8n, mask.text(text));
		}
	}

	private countUnread({ unknown }: Snapshot): void {
		const unread = [...unknown].filter(([, reason]) => reason !== undefined && reason !== NO_TIME);
		this.unread = new Map(unread.map(([id]) => [id, (this.unread.get(id) ?? 0) + 1]));
	}

	/** @returns the objects that could not be read several times, as a line by its key */
	private describeUnread({ unknown }: Snapshot): Array<[string, string]> {
		const lasting = [...this.unread].filter(([, polls]) => polls >= UNREAD_POLLS).map(([id]) => id);
		if (lasting.length === 0) return [];
		const text = `could not check ${shortenIds(lasting)} in ${UNREAD_POLLS} polls in a row: ${unknown.get(lasting[0])}. Changes of what cannot be checked are not reported`;
		return [['unread', text]];
	}

	/** Logs once how this trigger works when n8n saves nothing between two reports. */
	logUnsaved(n8n: IPollFunctions): void {
		if (this.isUnsavedLogged) return;
		this.isUnsavedLogged = true;
		log(
			n8n,
			"keeps its counts in the memory of this process, because n8n's scheduler saves nothing after polls that report nothing. If several n8n processes poll, set N8N_POLLER_DURABLE_CURSORS_ENABLED to true, so that they share the counts",
			'info',
		);
	}
}

/** @returns what is left out, and what is uncertain: lines by their keys */
function describeUnwatched({
	observations,
	beyond = 0,
	unwatched = new Map<string, string>(),
}: Snapshot): Array<[string, string]> {
	const lines: Array<[string, string]> = [];
	for (const [reason, ids] of groupNames(unwatched))
		lines.push([`${ids.join()}: ${reason}`, `does not watch ${shortenIds(ids)}: ${reason}`]);
	const doubts = observations.map(({ name, doubt }) => [name, doubt] as const);
	for (const [doubt, names] of groupNames(doubts))
		lines.push([
			`doubt: ${doubt}`,
			`could not confirm the chain of ${shortenIds(names)}: ${doubt}`,
		]);
	if (beyond > 0) {
		const text = `watches ${MOST_OBJECTS} objects, the maximum, and leaves out ${beyond} more. Watch one project per workflow instead`;
		lines.push(['beyond', text]);
	}
	return lines;
}

/** @returns how many objects there was no time for, as a line by its key */
function describeCutOff({ observations, unknown }: Snapshot): Array<[string, string]> {
	const cutOff = [...unknown.keys()].filter((id) => unknown.get(id) === NO_TIME);
	if (cutOff.length === 0) return [];
	const checked = `${observations.length} of ${observations.length + cutOff.length} objects`;
	const text = `checked ${checked} in this poll, which takes at most 25 s; there was no time for the others (${shortenIds(cutOff)}), which come first in the next poll. Their changes are reported later, but after the same number of confirmations. With 25 calls a second, about 500 endpoints of a host can be checked in a poll, or 125 with Health`;
	return [['cut off', text]];
}

/** @returns names by what is said about them; those about which nothing is said are left out */
export function groupNames(
	said: Iterable<readonly [name: string, what: string | undefined]>,
): Map<string, string[]> {
	const groups = [...groupBy(said, ([, what]) => what)];
	return new Map(groups.map(([what, about]) => [what, about.map(([name]) => name)]));
}

/** Such as `ND-1, ND-2, ND-3…`. */
function shortenIds(ids: readonly string[]): string {
	return ids.slice(0, MOST_IDS).join(', ') + (ids.length > MOST_IDS ? '…' : '');
}
