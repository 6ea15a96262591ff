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

function count(...testResults: Array<[status: string, ...tests: string[]]>): string {
	const file = join(folder, 'report.json');
	const report = testResults.map(([status, ...tests]) => ({
		status,
		assertionResults: tests.map((one) => ({ status: one })),
	}));
	writeFileSync(file, JSON.stringify({ testResults: report }));
	return run(file);
}

function run(file: string, ...options: string[]): string {
	const script = join(projectRoot, 'scripts', 'bootstrap', 'countTests.mjs');
	return spawnSync(process.execPath, [script, file, ...options], {
		encoding: 'utf8',
	}).stdout.trim();
}

it('adds up the tests of all files and leaves out those that were skipped', () => {
	expect(count(['passed', 'passed', 'skipped'], ['failed', 'passed', 'failed'])).toBe('2 1');
});

it('counts a file that could not be loaded as a failed test', () => {
	expect(count(['failed'], ['passed', 'passed'])).toBe('1 1');
});

it('counts a missing report as a failed test', () => {
	expect(run(join(folder, 'missing.json'))).toBe('0 1');
});

it('names the failed tests, with their files', () => {
	const file = join(folder, 'names.json');
	const of = (status: string, fullName: string) => ({ status, fullName });
	const testResults = [
		{
			name: join(process.cwd(), 'test/a.test.mts'),
			status: 'failed',
			assertionResults: [of('passed', 'one'), of('failed', 'the answer is read')],
		},
		{ name: join(process.cwd(), 'test/b.test.mts'), status: 'failed', assertionResults: [] },
		{
			name: join(process.cwd(), 'test/c.test.mts'),
			status: 'passed',
			assertionResults: [of('passed', 'two')],
		},
	];
	writeFileSync(file, JSON.stringify({ testResults }));
	expect(run(file, '--names').split('\n')).toEqual([
		'test/a.test.mts: the answer is read',
		'test/b.test.mts: the file itself',
	]);
	expect(run(file)).toBe('2 2');
	expect(run(join(folder, 'missing.json'), '--names')).toBe('no report');
});
