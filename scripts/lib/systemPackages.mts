import { execa } from 'execa';
import { join } from 'node:path';
import { logFolder, projectRoot } from '../bootstrap/paths.mjs';
import { Problem } from '../bootstrap/problem.mjs';
import { step } from '../bootstrap/progress.mjs';
import { runLogged } from '../bootstrap/runLogged.mjs';
import { inPath, packagesOfMissingPrograms } from './programs.mts';

interface Needs {
	/** Also a compiler, for the one part of n8n that may not be had ready-made. */
	compiler: boolean;
}

/**
 * Installs the programs that the end-to-end tests need and npm does not bring, where that can be done without asking
 * anybody: as root, which is usual in a container, and in CI. Elsewhere who needs a program says how to get it.
 *
 * @throws Problem when the installation fails
 */
export async function ensureSystemPackages({ compiler }: Needs): Promise<void> {
	const missing = [...packagesOfMissingPrograms(), ...(compiler ? packagesOfCompiler() : [])];
	const asAdmin = await administrator();
	if (missing.length === 0 || asAdmin === undefined || !inPath('apt-get')) return;
	await step(`Installing ${missing.join(', ')} with apt-get`, async () => {
		await run([...asAdmin, 'apt-get', 'update', '-q']);
		await run([
			...asAdmin,
			'apt-get',
			'install',
			'-y',
			'-q',
			'--no-install-recommends',
			...missing,
		]);
	});
}

function packagesOfCompiler(): string[] {
	const hasCompiler = inPath('g++') && inPath('make');
	return [...(hasCompiler ? [] : ['build-essential']), ...(inPath('python3') ? [] : ['python3'])];
}

/** @returns what a command has to begin with to run as root; nothing where that needs a person */
async function administrator(): Promise<string[] | undefined> {
	if (process.getuid?.() === 0) return [];
	if (!process.env.CI) return undefined;
	const { failed } = await execa('sudo', ['-n', 'true'], { reject: false });
	return failed ? undefined : ['sudo', '-n'];
}

async function run([command, ...args]: string[]): Promise<void> {
	const logFile = join(logFolder, 'system-packages.log');
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const { status, lines } = await runLogged(command, args, { cwd: projectRoot, logFile, env });
	if (status === 0) return;
	throw new Problem(
		'Some programs that the end-to-end tests need could not be installed.',
		`Install them yourself and run the same command again; this was run: ${[command, ...args].join(' ')}`,
		{ logFile, tail: lines.slice(-6) },
	);
}
