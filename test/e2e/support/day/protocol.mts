import { writeFileSync } from 'node:fs';

/** A readable log of what happened, in order of time. */
export class Protocol {
	readonly #startedAt = Date.now();
	readonly #entries: Array<{ at: number; text: string }> = [];

	constructor(readonly file: string) {}

	/** @param at when it happened, if not now */
	note(
		kind: 'scene' | 'script' | 'request' | 'emitted' | 'n8n',
		text: string,
		at = Date.now(),
	): void {
		const seconds = ((at - this.#startedAt) / 1000).toFixed(1).padStart(6);
		const line = kind === 'scene' ? `\n${text}` : `${seconds} s  ${kind.padEnd(7)}  ${text}`;
		this.#entries.push({ at, text: line });
	}

	write(): void {
		const inOrder = this.#entries.toSorted((a, b) => a.at - b.at);
		writeFileSync(this.file, `${inOrder.map(({ text }) => text).join('\n')}\n`);
	}
}
