// npm run bench -- mechanisms: plays the same worlds without each mechanism of the scheduler in turn, in virtual time.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { editedText, MECHANISMS, type Mechanism } from './mechanisms.mts';
import { sumOf, type Played } from './played.mts';
import { keepMechanisms, type MechanismResults } from './results.mts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the worlds need of a checkout. */
const COPIED = [
	'package.json',
	'tsconfig.json',
	'nodes/shared',
	'test/simulation/support',
	'sandbox/random.mts',
	'bench/mechanisms',
];

/** Copies that are played at the same time; it is virtual time that is measured. */
const AT_ONCE = 2 * availableParallelism();

/** Plays the worlds with the scheduler as it is and without each mechanism, and keeps what came of them. */
export async function measureMechanisms(): Promise<void> {
	const all = await play({ name: 'nothing', edits: [] });
	console.log(`with all: ${describe(all)}`);
	const without: MechanismResults['without'] = {};
	const left = [...MECHANISMS];
	const measureLeft = async (): Promise<void> => {
		for (let next = left.shift(); next !== undefined; next = left.shift()) {
			without[next.name] = await play(next);
			console.log(`without ${next.name}: ${describe(without[next.name])}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, measureLeft));
	const date = new Date().toISOString().slice(0, 10);
	const inOrder = MECHANISMS.map(({ name }) => [name, without[name]]);
	await keepMechanisms({ date, all, without: Object.fromEntries(inOrder) });
}

function describe(worlds: Readonly<Record<string, Played>>): string {
	const { lost, seconds, accusedSeconds, requests } = sumOf(worlds);
	return `${lost} calls lost, ${seconds.toFixed(0)} s and ${accusedSeconds.toFixed(0)} s, ${requests} requests`;
}

/** Plays the worlds in a copy of this checkout that has no such mechanism. */
async function play({ edits }: Mechanism): Promise<Record<string, Played>> {
	const copy = mkdtempSync(join(tmpdir(), 'mechanisms-'));
	try {
		for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true });
		symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
		for (const edit of edits) {
			const file = join(copy, 'nodes/shared/scheduler', edit.file);
			writeFileSync(file, editedText(readFileSync(file, 'utf8'), edit));
		}
		const args = ['--max-semi-space-size=64', '--import', 'tsx', 'bench/mechanisms/play.mts'];
		const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy });
		return JSON.parse(stdout) as Record<string, Played>;
	} finally {
		rmSync(copy, { recursive: true });
	}
}
