// npm run release -- 1.2.3 turns what the changelog calls unreleased into version 1.2.3: changelog,
// manifest and lockfile, a commit, and a tag. Pushing the tag makes the publish workflow run.
// npm run release -- --check v1.2.3 only says whether tag, manifest and changelog agree.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseObstacles, withRelease } from './lib/changelog.mts';

/** The checkout this is about: npm runs scripts in it. */
const root = process.cwd();
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const git = (...args: string[]): string =>
	execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function check(tag: string): void {
	const { version } = JSON.parse(read('package.json')) as { version: string };
	const obstacles = releaseObstacles({ tag, version, changelog: read('CHANGELOG.md') });
	if (obstacles.length > 0) throw new Error(obstacles.join('\n'));
	console.log(`Tag, manifest and changelog agree on ${version}.`);
}

function release(version: string): void {
	if (git('status', '--porcelain') !== '') {
		throw new Error('There are uncommitted changes. Commit them first.');
	}
	const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
	if (branch !== 'main')
		throw new Error(`This is the branch '${branch}'. Releases are made from main.`);
	const today = new Date().toISOString().slice(0, 10);
	const changelog = withRelease(read('CHANGELOG.md'), version, today);
	writeFileSync(join(root, 'CHANGELOG.md'), changelog);
	for (const name of ['package.json', 'package-lock.json']) {
		writeFileSync(join(root, name), withVersion(read(name), version));
	}
	git(
		'commit',
		'-q',
		'-m',
		`Release ${version}`,
		'--',
		'CHANGELOG.md',
		'package.json',
		'package-lock.json',
	);
	git('tag', '-a', `v${version}`, '-m', `Version ${version}`);
	console.log(`Version ${version} is committed and tagged. To publish it: git push --follow-tags`);
}

/** The lockfile names the version twice: for itself and for the package at its root. */
function withVersion(text: string, version: string): string {
	const manifest = JSON.parse(text) as {
		version: string;
		packages?: Record<string, { version: string }>;
	};
	manifest.version = version;
	if (manifest.packages !== undefined) manifest.packages[''].version = version;
	return `${JSON.stringify(manifest, null, '\t')}\n`;
}

const [first, second] = process.argv.slice(2);
try {
	if (first === '--check' && second !== undefined) check(second);
	else if (first !== undefined && !first.startsWith('-')) release(first);
	else throw new Error('Say which version: npm run release -- 1.2.3');
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
