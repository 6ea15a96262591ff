import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { npm } from '../../../scripts/bootstrap/npm.mjs';
import { Problem } from '../../../scripts/bootstrap/problem.mjs';

let folder: string;

/** Replaces npm by a script that prints something and fails. */
function npmSays(...lines: string[]): void {
	const script = join(folder, 'npm-cli.js');
	const says = lines.map((line) => `console.error(${JSON.stringify(line)});`).join('');
	writeFileSync(script, `${says}process.exit(1);`);
	vi.stubEnv('npm_execpath', script);
}

async function failure(): Promise<Problem> {
	const logFile = join(folder, 'log', 'npm.log');
	return await npm(['ci'], { cwd: folder, logFile, purpose: 'Installing it' }).then(
		() => expect.fail('npm was expected to fail'),
		(error: Problem) => error,
	);
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'npm-'));
});

afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true });
});

describe('a failing npm', () => {
	it.each([
		['npm error code ENOTFOUND', /could not be reached \(ENOTFOUND\)/],
		['npm error code ENOSPC', /out of disk space/],
		['npm error code E404', /ended with status 1/],
	])('becomes a message: %s', async (said, message) => {
		npmSays('npm http fetch GET 200 https://example.com', said);
		const problem = await failure();
		expect(problem).toBeInstanceOf(Problem);
		expect(problem.message).toMatch(message);
		expect(problem.hints.join(' ')).not.toBe('');
	});

	it('shows only the final text of a spinner', async () => {
		const again = '\u001b[999D\u001b[J';
		const pictures = ['◒', '◐', '◓', '◑'].map((one) => `${one}  Building TypeScript files`);
		npmSays(
			[...pictures, ...pictures, '■  TypeScript build failed'].join(again),
			"nodes/x.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
		);
		const { tail, logFile } = await failure();
		const said = [
			'■  TypeScript build failed',
			"nodes/x.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
		];
		expect(tail).toEqual(said);
		expect(readFileSync(String(logFile), 'utf8').trim().split('\n')).toEqual(said);
	});
});
