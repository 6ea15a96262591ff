import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseLock, takeLock, withLock } from '../../../scripts/bootstrap/lock.mjs';

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'lock-'));
	file = join(folder, 'deep', 'a.lock');
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

describe('takeLock', () => {
	it('acquires a free lock and releases it without leaving anything behind', () => {
		expect(takeLock(file)).toBeUndefined();
		expect(existsSync(file)).toBe(true);
		releaseLock(file);
		expect(readdirSync(join(folder, 'deep'))).toEqual([]);
	});

	it('names the running process that holds it and does not touch its lock', () => {
		takeLock(file);
		writeFileSync(file, String(process.ppid));
		expect(takeLock(file)).toBe(process.ppid);
		releaseLock(file);
		expect(existsSync(file)).toBe(true);
	});

	it('takes over from a process that has died', () => {
		takeLock(file);
		const { pid } = spawnSync(process.execPath, ['--version']);
		writeFileSync(file, String(pid));
		expect(takeLock(file)).toBeUndefined();
	});
});

describe('withLock', () => {
	it('waits for the holder, says who that is, and releases after a failure', async () => {
		takeLock(file);
		writeFileSync(file, String(process.ppid));
		const waitedFor: number[] = [];
		const failing = withLock(
			file,
			() => Promise.reject(new Error('no luck')),
			(holder) => {
				waitedFor.push(holder);
				rmSync(file);
			},
		);
		await expect(failing).rejects.toThrow('no luck');
		expect(waitedFor).toEqual([process.ppid]);
		expect(existsSync(file)).toBe(false);
	});
});
