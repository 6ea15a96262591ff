import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/bootstrap/paths.mjs';
import { builtFiles } from '../engine/support/builtFiles.mts';
import { credentialType } from './support/credentialType.mts';
import { nodeType } from './support/workflow.mts';
import { client, world } from './support/world.mts';

interface Described {
	name: string;
	displayName: string;
	iconUrl: string | { light: string; dark: string };
	communityNodePackageVersion?: string;
	properties: Array<{ name: string; options?: Array<{ value: string }> }>;
}

describe('the packed package', () => {
	it('holds what the sources give, and nothing else', () => {
		const listed = execFileSync('tar', ['-tzf', world.tarball.file], { encoding: 'utf8' });
		const expected = [
			'LICENSE',
			'README.md',
			'package.json',
			...builtFiles(projectRoot).map((file) => `dist/${file}`),
		];
		const files = listed.trim().split('\n');
		expect(files.map((file) => file.replace(/^package\//, '')).sort()).toEqual(expected.sort());
	});
});

describe('the installed package in a real n8n', () => {
	it('offers the node under the name of a user installation', async () => {
		const node = await describedNode(nodeType);
		expect(node.displayName).toBe('Chainstack');
		const resources = node.properties.find(({ name }) => name === 'resource');
		expect(resources?.options?.map(({ value }) => value)).toEqual(
			expect.arrayContaining(['organization', 'network', 'node', 'ipfs', 'jsonRpc']),
		);
	});

	it('offers the node as a tool for agents', async () => {
		expect(await describedNode(`${nodeType}Tool`)).toBeDefined();
	});

	it('offers the credential', async () => {
		const types = (await client.credentialTypes()) as Described[];
		const credential = types.find(({ name }) => name === credentialType);
		expect(credential?.properties.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'apiKey',
				'baseUrl',
				'nodeEndpoint',
				'endpointKey',
				'allowUnauthorizedCerts',
			]),
		);
	});

	it('serves a light and a dark icon that differ', async () => {
		const { iconUrl } = await describedNode(nodeType);
		expect(iconUrl).toEqual({ light: expect.any(String), dark: expect.any(String) });
		const { light, dark } = iconUrl as { light: string; dark: string };
		const [lightSvg, darkSvg] = await Promise.all([light, dark].map(readIcon));
		expect(lightSvg).toContain('<svg');
		expect(darkSvg).toContain('<svg');
		expect(lightSvg).not.toBe(darkSvg);
	});
});

/** All nodes, whose descriptions are many megabytes. */
const nodeTypes = client.nodeTypes() as Promise<Described[]>;

async function describedNode(name: string): Promise<Described> {
	const found = (await nodeTypes).find((type) => type.name === name);
	if (!found) throw new Error(`n8n did not load ${name}`);
	return found;
}

async function readIcon(path: string): Promise<string> {
	const response = await fetch(`${world.n8n.url}/${path}`);
	expect(response.status, path).toBe(200);
	return await response.text();
}
