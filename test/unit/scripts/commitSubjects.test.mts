import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ensureCommitHook } from '../../../scripts/bootstrap/commitHook.mjs';
import { findFault, findFaults, readSubject } from '../../../scripts/bootstrap/commitSubjects.mjs';
import { projectRoot } from '../../../scripts/bootstrap/paths.mjs';

const BOOTSTRAP = 'scripts/bootstrap';
const LONG = 'Say in one line everything that a change does, and then something that nobody reads';

let folder: string;
let clone: string;

/** Runs git in the clone, by an identity of its own and without the settings of this machine. */
function git(...args: string[]): string {
	return execFileSync('git', args, { cwd: clone, encoding: 'utf8', env: ENVIRONMENT() });
}

const ENVIRONMENT = (): NodeJS.ProcessEnv => ({
	...process.env,
	HOME: folder,
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
	GIT_AUTHOR_NAME: 'A',
	GIT_AUTHOR_EMAIL: 'a@example.com',
	GIT_COMMITTER_NAME: 'A',
	GIT_COMMITTER_EMAIL: 'a@example.com',
});

/** @returns the exit status and what git said */
function commit(message: string): { status: number | null; stderr: string } {
	return spawnSync('git', ['commit', '--allow-empty', '-m', message], {
		cwd: clone,
		encoding: 'utf8',
		env: ENVIRONMENT(),
	});
}

const addCheck = (): void => {
	mkdirSync(join(clone, BOOTSTRAP), { recursive: true });
	for (const name of ['commitSubjects.mjs', 'paths.mjs']) {
		cpSync(join(projectRoot, BOOTSTRAP, name), join(clone, BOOTSTRAP, name));
	}
};

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'commits-'));
	clone = join(folder, 'clone');
	mkdirSync(clone);
	git('init', '--quiet');
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

describe('the subject of a commit', () => {
	it.each([
		['one line', 'Mend a list\n', 'Mend a list'],
		['a body', 'Mend a list\n\nIt was broken.\n', 'Mend a list'],
		[
			'comments of git',
			'# Please enter the message\n\nMend a list\n# On branch main\n',
			'Mend a list',
		],
		['no empty line before the body', 'Mend a list\nIt was broken.', 'Mend a list It was broken.'],
		['nothing but comments', '# Please enter the message\n', ''],
	])('is read as git reads it: %s', (_, message, subject) => {
		expect(readSubject(message)).toBe(subject);
	});

	it('is under 72 characters', () => {
		expect(findFault('x'.repeat(71))).toBeUndefined();
		expect(findFault('é'.repeat(71))).toBeUndefined();
		expect(findFault('x'.repeat(72))).toContain('72 characters');
		expect(findFault('')).toBe('The message is empty.');
	});
});

describe('the check of a clone', () => {
	it('looks at the commits since it exists, and not at those before it', () => {
		commit(LONG);
		addCheck();
		git('add', '.');
		commit('Check subjects');
		expect(findFaults(clone)).toEqual([]);
		commit('Mend a list');
		commit(`${LONG}.`);
		expect(findFaults(clone)).toEqual([findFault(`${LONG}.`)]);
	});

	it('says nothing of a shallow clone that lacks these commits, nor of a folder that is none', () => {
		addCheck();
		git('add', '.');
		commit('Check subjects');
		commit(LONG);
		const shallow = join(folder, 'shallow');
		git('clone', '--quiet', '--depth', '1', `file://${clone}`, shallow);
		expect(findFaults(shallow)).toEqual([]);
		expect(findFaults(folder)).toEqual([]);
	});
});

describe('the hook', () => {
	const hook = (): string => join(clone, '.git', 'hooks', 'commit-msg');

	it('refuses a long subject and says why', () => {
		addCheck();
		ensureCommitHook(clone);
		const refused = commit(LONG);
		expect(refused.status).not.toBe(0);
		expect(refused.stderr).toContain(`it must be under 72`);
		expect(commit('Mend a list').status).toBe(0);
	});

	it('lets an older checkout commit, which has no check', () => {
		ensureCommitHook(clone);
		expect(commit(LONG).status).toBe(0);
	});

	it('leaves the hook of somebody else, and replaces an older one of its own', () => {
		writeFileSync(hook(), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
		ensureCommitHook(clone);
		expect(readFileSync(hook(), 'utf8')).toBe('#!/bin/sh\nexit 0\n');
		rmSync(hook());
		ensureCommitHook(clone);
		const own = readFileSync(hook(), 'utf8');
		writeFileSync(hook(), `${own}# older\n`);
		ensureCommitHook(clone);
		expect(readFileSync(hook(), 'utf8')).toBe(own);
	});

	it('leaves a clone alone whose hooks are elsewhere', () => {
		git('config', 'core.hooksPath', join(folder, 'hooks'));
		ensureCommitHook(clone);
		expect(existsSync(hook())).toBe(false);
		expect(existsSync(join(folder, 'hooks'))).toBe(false);
	});

	it('does nothing without a clone, and in a folder of another clone', () => {
		const copy = join(clone, 'copy');
		mkdirSync(copy);
		ensureCommitHook(copy);
		expect(existsSync(hook())).toBe(false);
		ensureCommitHook(folder);
		expect(existsSync(join(folder, '.git'))).toBe(false);
	});
});
