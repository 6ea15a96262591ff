import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFiles, filesIn } from '../support/builtFiles.mts';
import { loadPackage, repositoryRoot } from '../support/index.mts';

interface Manifest {
	name: string;
	dependencies?: object;
	peerDependencies: object;
	n8n: { nodes: string[]; credentials: string[]; strict: boolean };
}

const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as Manifest;

describe('the built package', () => {
	const scripts = () =>
		filesIn(join(repositoryRoot, 'dist')).filter((file) => file.endsWith('.js'));
	const contentOf = (file: string) => readFileSync(join(repositoryRoot, 'dist', file), 'utf8');

	it('holds what the sources give, and nothing else', () => {
		expect(filesIn(join(repositoryRoot, 'dist'))).toEqual(builtFiles(repositoryRoot));
	});

	it('declares no dependencies, and the strict mode of the n8n rules', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(manifest.n8n.strict).toBe(true);
	});

	it('requires nothing but n8n-workflow and its own files', () => {
		for (const file of scripts()) {
			const content = contentOf(file);
			const required = [...content.matchAll(/\b(?:require|import)\(\s*([^)]*)\)/g)].map(
				([, what]) => what,
			);
			for (const what of required) {
				expect(what, file).toMatch(/^["'](\.{1,2}\/[^"']*|n8n-workflow)["']$/);
			}
		}
	});

	it('has no references to source maps', () => {
		for (const file of scripts()) expect(contentOf(file), file).not.toContain('sourceMappingURL');
	});

	it("is loaded by n8n's loader", async () => {
		const { types, known, packageName } = await loadPackage();
		expect(packageName).toBe('n8n-nodes-chainstack');
		expect(types.nodes.map(({ name }) => name)).toContain('chainstack');
		expect(types.credentials.map(({ name }) => name)).toEqual(['chainstackApi']);
		expect(known.credentials.chainstackApi.supportedNodes).toContain('chainstack');
		const node = types.nodes.find(({ name }) => name === 'chainstack');
		expect(node).toMatchObject({ version: 1, group: ['transform'], usableAsTool: true });
		expect(node?.codex?.categories?.length).toBeGreaterThan(0);
	});

	it('has light and dark icons that differ', async () => {
		const loader = await loadPackage();
		const icons = [
			...loader.types.nodes.map(({ iconUrl }) => iconUrl),
			...loader.types.credentials.map(({ iconUrl }) => iconUrl),
		];
		expect(icons.length).toBeGreaterThan(0);
		for (const icon of icons) {
			expect(icon).toEqual({
				light: expect.any(String) as string,
				dark: expect.any(String) as string,
			});
			const { light, dark } = icon as { light: string; dark: string };
			const read = (url: string) =>
				readFileSync(
					join(repositoryRoot, url.replace(/^icons\/n8n-nodes-chainstack\//, '')),
					'utf8',
				);
			expect(read(light)).toMatch(/^<svg|^<\?xml/);
			expect(read(dark)).not.toBe(read(light));
		}
	});
});

describe('the sources', () => {
	const sources = ['nodes', 'credentials'].flatMap((folder) =>
		filesIn(join(repositoryRoot, folder))
			.filter((file) => file.endsWith('.ts'))
			.map((file) => join(folder, file)),
	);
	const contentOf = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

	it('read parameters for the current item, except resource and operation', () => {
		// A trigger has no items: there the second argument is the fallback value.
		const actions = sources.filter((file) => !file.includes('Trigger'));
		const fixed = actions.flatMap((file) =>
			[...contentOf(file).matchAll(/getNodeParameter\(\s*([^,]+),\s*\d+/g)].map(
				([, parameter]) => `${basename(file)}: ${parameter}`,
			),
		);
		for (const found of fixed) expect(found).toMatch(/^\w+\.node\.ts: '(resource|operation)'$/);
		expect(fixed.length).toBeGreaterThan(0);
	});
});
