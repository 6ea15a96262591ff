import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the minutes between the heartbeats of an installed package shorter, so that a test need not wait for them.
 * @param minuteMs how long they are, in milliseconds
 */
export function shortenMinutes(packageFolder: string, minuteMs: number): void {
	const file = join(packageFolder, 'dist', 'nodes', 'shared', 'polling', 'heartbeatRule.js');
	const code = readFileSync(file, 'utf8');
	const shortened = code.replace(/MINUTE_MS = 60_?000/, `MINUTE_MS = ${minuteMs}`);
	if (shortened === code) throw new Error('The minutes of heartbeats were not found');
	writeFileSync(file, shortened);
}
