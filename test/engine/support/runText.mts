import { stringify } from 'flatted';
import type { IRun } from 'n8n-workflow';

/** The run as n8n saves an execution to its database. */
export function savedText(run: IRun): string {
	return stringify(run.data);
}

/**
 * Everything a run holds, as one text that can be searched for secrets: what n8n saves, and all that JSON
 * leaves out of it, such as the stacks and causes of errors and the requests they hold on to.
 */
export function runText(run: IRun): string {
	return [savedText(run), ...hiddenTexts(run.data)].join('\n');
}

function hiddenTexts(root: unknown): string[] {
	const texts: string[] = [];
	const seen = new Set<object>();
	const pending: unknown[] = [root];
	while (pending.length > 0) {
		const value = pending.pop();
		if (typeof value !== 'object' || value === null || seen.has(value)) continue;
		seen.add(value);
		if (ArrayBuffer.isView(value)) {
			texts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'));
			continue;
		}
		if (value instanceof Map) pending.push(...value.keys());
		if (value instanceof Map || value instanceof Set) pending.push(...value.values());
		for (const key of Reflect.ownKeys(value)) {
			const part = readProperty(value, key);
			if (typeof part === 'string') texts.push(`${String(key)}: ${part}`);
			else pending.push(part);
		}
	}
	return texts;
}

function readProperty(owner: object, key: PropertyKey): unknown {
	try {
		return Reflect.get(owner, key);
	} catch {
		return undefined; // A getter that works only while a request is in flight.
	}
}
