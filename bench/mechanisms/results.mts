import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

import type { Played } from './played.mts';

const file = fileURLToPath(new URL('./results.json', import.meta.url));

/** What came of the worlds, by their names. */
type PlayedWorlds = Record<string, Played>;

/** How much worse the worlds are without each mechanism. */
export interface MechanismResults {
	/** Such as `2026-11-22`. */
	date: string;
	/** With all mechanisms. */
	all: PlayedWorlds;
	/** Without one of them, by its name. */
	without: Record<string, PlayedWorlds>;
}

/** The results so far. */
export function readMechanisms(): MechanismResults | undefined {
	if (!existsSync(file)) return undefined;
	return JSON.parse(readFileSync(file, 'utf8')) as MechanismResults;
}

/** Keeps results in place of the former ones. */
export async function keepMechanisms(results: MechanismResults): Promise<void> {
	const text = JSON.stringify(results, rounded);
	const pretty = { parser: 'json', useTabs: true, printWidth: 100 };
	writeFileSync(file, await format(text, pretty));
}

/** Tenths of a second say enough. */
function rounded(_key: string, value: unknown): unknown {
	return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}
