import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as programs from '../../../scripts/lib/programs.mts';
import { ensureSystemPackages } from '../../../scripts/lib/systemPackages.mts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'packages-'));
	vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
	vi.stubEnv('CI', '');
	vi.spyOn(console, 'log').mockReturnValue();
	vi.spyOn(programs, 'packagesOfMissingPrograms').mockReturnValue(['redis-server', 'postgresql']);
});

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

/** Replaces apt-get by a script that records how it is called. */
function aptGetEndsWith(status: number): void {
	const script = `#!/bin/sh\necho "$@" >>${join(folder, 'calls')}\nexit ${status}\n`;
	writeFileSync(join(folder, 'apt-get'), script);
	chmodSync(join(folder, 'apt-get'), 0o755);
}

function calls(): string[] {
	const file = join(folder, 'calls');
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

it('installs what is missing as root', async () => {
	vi.spyOn(process, 'getuid').mockReturnValue(0);
	aptGetEndsWith(0);
	await ensureSystemPackages({ compiler: false });
	expect(calls()).toEqual([
		'update -q',
		'install -y -q --no-install-recommends redis-server postgresql',
	]);
});

it('changes nothing on a personal machine', async () => {
	vi.spyOn(process, 'getuid').mockReturnValue(1000);
	aptGetEndsWith(0);
	await ensureSystemPackages({ compiler: false });
	expect(calls()).toEqual([]);
});

it('says what was tried when it fails', async () => {
	vi.spyOn(process, 'getuid').mockReturnValue(0);
	aptGetEndsWith(100);
	await expect(ensureSystemPackages({ compiler: false })).rejects.toMatchObject({
		wayOn: [expect.stringContaining('apt-get update -q')],
	});
});
