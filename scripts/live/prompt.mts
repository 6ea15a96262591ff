import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Whether somebody can be asked. */
export const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;

/** Asks for something that nobody may see: what is typed is not shown. */
export async function askHidden(question: string): Promise<string> {
	process.stdout.write(question);
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
	// A terminal in raw mode sends Ctrl-C as a character.
	lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
	try {
		return (await lines.question('')).trim();
	} finally {
		lines.close();
		process.stdout.write('\n');
	}
}

/** Asks whether to go on; only `yes` is a yes. */
export async function confirm(question: string): Promise<boolean> {
	if (!isInteractive) return false;
	const lines = createInterface({ input: process.stdin, output: process.stdout });
	lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
	try {
		return (await lines.question(`${question} Type yes: `)).trim() === 'yes';
	} finally {
		lines.close();
	}
}
