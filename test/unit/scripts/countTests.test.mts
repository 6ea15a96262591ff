import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/bootstrap/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'count-'));

afterAll(() => {
	rmSync(folder, { recursive: true });
});

function run(file: string, ...options: string[]): string {
	const script = join(projectRoot, 'scripts', 'bootstrap', 'countTests.mjs');
	return spawnSync(process.execPath, [script, file, ...options], {
		encoding: 'utf8',
	}).stdout.trim();
}

it('adds up the tests of all files, and names those that failed; a file that was not loaded is one', () => {
	const file = join(folder, 'report.json');
	const fileResult = (name: string, status: string, ...tests: string[]) => ({
		name: join(process.cwd(), name),
		status,
		assertionResults: tests.map((one) => ({ status: one, fullName: `that ${one}` })),
	});
	const testResults = [
		fileResult('test/a.test.mts', 'failed', 'passed', 'failed', 'skipped'),
		fileResult('test/b.test.mts', 'failed'),
		fileResult('test/c.test.mts', 'passed', 'passed'),
	];
	writeFileSync(file, JSON.stringify({ testResults }));
	expect(run(file)).toBe('2 2');
	expect(run(file, '--names').split('\n')).toEqual([
		'test/a.test.mts: that failed',
		'test/b.test.mts: the file itself',
	]);
});

it('counts a missing report as a failed test', () => {
	expect(run(join(folder, 'missing.json'))).toBe('0 1');
	expect(run(join(folder, 'missing.json'), '--names')).toBe('no report');
});
