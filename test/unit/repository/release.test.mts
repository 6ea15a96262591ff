import { execFileSync, spawnSync } from 'node:child_process';
import {
	copyFileSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { releaseObstacles, withRelease } from '../../../scripts/lib/changelog.mts';

const ROOT = resolve(import.meta.dirname, '../../..');

const CHANGELOG = `# Changelog

## [Unreleased]

- Something new.

## [1.0.0] - 2026-01-01

First version.

## [0.9.0] - 2025-12-01

`;

describe('a release', () => {
	const state = { tag: 'v1.0.0', version: '1.0.0', changelog: CHANGELOG };

	it('may be published when tag, manifest and changelog agree', () => {
		expect(releaseObstacles(state)).toEqual([]);
	});

	it.each([
		[{ tag: 'v1.0.1' }, "The tag 'v1.0.1' does not belong to version 1.0.0 in package.json."],
		[{ tag: '1.0.0' }, "The tag '1.0.0' is not a version such as v1.2.3."],
		[{ tag: 'v1.0' }, "The tag 'v1.0' is not a version such as v1.2.3."],
		[{ tag: 'v1.1.0', version: '1.1.0' }, 'CHANGELOG.md has no section for 1.1.0.'],
		[{ tag: 'v0.9.0', version: '0.9.0' }, 'CHANGELOG.md says nothing about 0.9.0.'],
		[{ tag: 'v1.0.0-b', version: '1.0.0-b' }, 'CHANGELOG.md has no section for 1.0.0-b.'],
	])('may not with %j', (change, obstacle) => {
		expect(releaseObstacles({ ...state, ...change })).toContain(obstacle);
	});

	it('of this package is described: by its section, and before the first one as unreleased', () => {
		const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
			version: string;
		};
		const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
		const isReleased = /^## \[\d/m.test(changelog);
		const described = isReleased ? changelog : withRelease(changelog, version, '2026-01-31');
		expect(releaseObstacles({ tag: `v${version}`, version, changelog: described })).toEqual([]);
	});

	it('takes over the unreleased entries', () => {
		const changelog = withRelease(CHANGELOG, '1.1.0', '2026-02-03');
		expect(changelog).toContain('## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n- Something new.\n');
		expect(releaseObstacles({ tag: 'v1.1.0', version: '1.1.0', changelog })).toEqual([]);
	});

	it.each([
		['1.0.0', CHANGELOG, /already has a section for 1\.0\.0/],
		['next', CHANGELOG, /is not a version/],
		['1.1.0', CHANGELOG.replace('- Something new.', ''), /nothing under \[Unreleased\]/],
	])('is refused: %s', (version, changelog, message) => {
		expect(() => withRelease(changelog, version, '2026-02-03')).toThrow(message);
	});
});

describe('npm run release', () => {
	let clone = '';
	const git = (...args: string[]): string =>
		execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
	const run = (script: string, argument: string) =>
		spawnSync('npm', ['run', script, '--', argument], { cwd: clone, encoding: 'utf8' });

	beforeAll(() => {
		clone = mkdtempSync(join(tmpdir(), 'chainstack-release-'));
		for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md', '.npmrc']) {
			copyFileSync(join(ROOT, name), join(clone, name));
		}
		for (const name of ['node_modules', 'scripts'])
			symlinkSync(join(ROOT, name), join(clone, name));
		writeFileSync(join(clone, '.gitignore'), 'node_modules\nscripts\n');
		git('init', '-q', '-b', 'main');
		git('config', 'user.name', 'Maintainer');
		git('config', 'user.email', 'maintainer@example.com');
		git('config', 'commit.gpgsign', 'false');
		git('config', 'tag.gpgsign', 'false');
		const changelog = join(clone, 'CHANGELOG.md');
		const text = readFileSync(changelog, 'utf8');
		writeFileSync(
			changelog,
			text.replace('## [Unreleased]\n', '## [Unreleased]\n\n- Something new.\n'),
		);
		git('add', '.');
		git('commit', '-q', '-m', 'Begin');
	});
	afterAll(() => rmSync(clone, { recursive: true, force: true }));

	it('commits and tags a version that may then be published', () => {
		const { status, stdout, stderr } = run('release', '7.8.9');
		expect(status, stdout + stderr).toBe(0);
		expect(git('tag').trim()).toBe('v7.8.9');
		expect(git('status', '--porcelain')).toBe('');
		for (const name of ['package.json', 'package-lock.json']) {
			expect(JSON.parse(readFileSync(join(clone, name), 'utf8'))).toMatchObject({
				version: '7.8.9',
			});
		}
		// Nothing but the version changes.
		expect(git('diff', '--stat', 'HEAD~1', '--', 'package-lock.json')).toContain('4 +');
		expect(run('release:check', 'v7.8.9').status).toBe(0);
		const refused = run('release:check', 'v7.9.0');
		expect(refused.status).toBe(1);
		expect(refused.stderr).toContain('does not belong to version 7.8.9');
	});
});
