import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findChromium, findInitdb, findRedis } from '../../../scripts/lib/programs.mts';

describe.each([
	['CHROMIUM_PATH', 'google-chrome', findChromium],
	['REDIS_SERVER_PATH', 'redis-server', findRedis],
	['INITDB_PATH', 'initdb', findInitdb],
] as const)('the program of %s', (variable, name, find) => {
	let folder = '';
	let program = '';

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'programs-'));
		program = join(folder, name);
		writeFileSync(program, '');
		chmodSync(program, 0o755);
		vi.stubEnv('PATH', folder);
	});

	afterEach(() => {
		vi.unstubAllEnvs();
		rmSync(folder, { recursive: true });
	});

	it('is the one the variable names', () => {
		vi.stubEnv(variable, folder);
		expect(find()).toBe(folder);
	});

	it.each([undefined, ''])('is searched for in the PATH when that is %j', (value) => {
		vi.stubEnv(variable, value);
		expect(find()).toBe(program);
	});

	it('has to exist when the variable names it', () => {
		vi.stubEnv(variable, join(folder, 'nowhere'));
		expect(find).toThrow(`${variable} names a file that does not exist`);
	});
});
