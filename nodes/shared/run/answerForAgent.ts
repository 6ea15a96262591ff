import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../text/json';

/** Kept free for the note about the cut. */
const NOTE_CHARACTERS = 700;

/** Characters around an item when n8n passes it to the agent. */
const ITEM_CHARACTERS = 40;

/**
 * Bounds an answer to an agent, which takes a part for the whole: a shortened answer says so at its end, with the full
 * count and how to get the rest.
 *
 * @param total set when the operation itself returns only a part of a list: its records, `Infinity` for an unknown number
 * @param most number of characters the answer may have
 */
export function answerForAgent(
	items: INodeExecutionData[],
	total: number | undefined,
	most: number,
): INodeExecutionData[] {
	const room = most - NOTE_CHARACTERS;
	const kept: INodeExecutionData[] = [];
	let left = room;
	for (const item of items) {
		const size = JSON.stringify(item.json).length + ITEM_CHARACTERS;
		if (size > left && kept.length > 0) break;
		kept.push(size > left ? shortenItem(item, room, most) : item);
		left -= size;
	}
	const isCut = kept.length < items.length;
	if (!isCut && total === undefined) return kept;
	const said = describeIncomplete(kept.length, total ?? items.length, isCut ? most : undefined);
	return kept.map((item, index) => {
		if (index < kept.length - 1) return item;
		const note = [item.json.note, said].filter((text) => text !== undefined).join(' ');
		return { ...item, json: { ...item.json, note } };
	});
}

function shortenItem(item: INodeExecutionData, room: number, most: number): INodeExecutionData {
	const whole = JSON.stringify(item.json).length;
	const value = shortenValue(item.json, room - ITEM_CHARACTERS);
	const shortened = isRecord(value) ? (value as IDataObject) : { text: String(value) };
	const said = `This result has ${groupDigits(whole)} characters and was shortened, because ${bound(most)}: only the beginning of long lists and texts is shown, with a count of the rest. To get the rest, request a part of it: fewer details, a narrower range, or one entry at a time.`;
	// What the operation says about its result remains true of what is left out.
	const { note: own, ...json } = shortened;
	const note = own === undefined ? said : `${toText(own)} ${said}`;
	return { ...item, json: { note, ...json } };
}

function toText(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @param most set if the number of characters is the reason, so that a higher limit would not help */
function describeIncomplete(shown: number, total: number, most: number | undefined): string {
	const part =
		total === Infinity
			? `Only the first ${groupDigits(shown)} results are shown, and there are more`
			: `Only ${groupDigits(shown)} of ${groupDigits(total)} results are shown`;
	const why = most === undefined ? '' : `, because ${bound(most)}`;
	const way =
		most === undefined
			? 'ask for a higher limit, or narrow the list with filters'
			: 'ask for fewer at once with filters';
	return `${part}${why}. This is the last one; do not take them for all. To get the rest, ${way} such as name or status; if this tool offers none, say that the list is incomplete.`;
}

function bound(most: number): string {
	return `an answer to an agent has at most ${groupDigits(most)} characters`;
}

/** Such as `2,212,345`. */
function groupDigits(count: number): string {
	return count.toLocaleString('en-US');
}

/** How many entries of a list, and how many characters of a text, are kept at first: half of both until it fits. */
const MOST_ENTRIES = 1000;
const MOST_CHARACTERS = 20_000;

const DEEPEST = 12;

/**
 * Shortens a JSON value until its text fits: only the beginning of long lists, objects and texts is kept, with a count
 * of the rest.
 *
 * @param longest number of characters that the JSON text may have
 */
export function shortenValue(value: unknown, longest: number): unknown {
	for (let part = 1; part * MOST_ENTRIES >= 2; part /= 2) {
		const attempt = cut(value, Math.floor(part * MOST_ENTRIES), part * MOST_CHARACTERS, 0);
		if (JSON.stringify(attempt).length <= longest) return attempt;
	}
	return (JSON.stringify(value) ?? '').slice(0, Math.floor(longest / 2) - 2);
}

function cut(value: unknown, most: number, characters: number, depth: number): unknown {
	if (typeof value === 'string') return cutText(value, characters);
	if (depth > DEEPEST) return '…';
	const cutEntry = (entry: unknown): unknown => cut(entry, most, characters, depth + 1);
	if (Array.isArray(value)) return cutList(value, most, cutEntry);
	return isRecord(value) ? cutObject(value, most, cutEntry) : value;
}

function cutText(text: string, characters: number): string {
	// The note about the length needs some characters as well.
	if (text.length <= characters + 40) return text;
	return `${text.slice(0, characters)}… (${text.length} characters)`;
}

function cutList(list: unknown[], most: number, cutEntry: (entry: unknown) => unknown): unknown[] {
	const kept = list.slice(0, most).map(cutEntry);
	const left = list.length - kept.length;
	if (left > 0) kept.push(`… ${left} of ${list.length} entries left out`);
	return kept;
}

/** An object is rather a record of named fields than a list: ten times as many are kept. */
function cutObject(
	object: Record<string, unknown>,
	most: number,
	cutEntry: (entry: unknown) => unknown,
): object {
	const entries = Object.entries(object);
	const kept = entries.slice(0, most * 10).map(([name, entry]) => [name, cutEntry(entry)]);
	const left = entries.length - kept.length;
	if (left > 0) kept.push(['…', `${left} of ${entries.length} fields left out`]);
	return Object.fromEntries(kept) as object;
}
