import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userFolder } from './environment.mts';
import { repositoryRoot } from './packageTypes.mts';

/**
 * Writes a package of CommonJS files into a temporary folder, so that the harness can be tested
 * with nodes that fail in ways the nodes of this repository do not. Returns its root.
 */
export function writeFixturePackage(name: string, files: Readonly<Record<string, string>>): string {
	const root = join(userFolder, 'packages', name);
	rmSync(root, { recursive: true, force: true });
	const paths = Object.keys(files);
	const manifest = {
		name,
		version: '1.0.0',
		n8n: {
			n8nNodesApiVersion: 1,
			nodes: paths.filter((path) => path.endsWith('.node.js')),
			credentials: paths.filter((path) => path.endsWith('.credentials.js')),
		},
	};
	const contents = { 'package.json': JSON.stringify(manifest), ...files };
	for (const [path, content] of Object.entries(contents)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), content);
	}
	// The fixture must find the same n8n-workflow as n8n-core, as an installed package does.
	symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'), 'junction');
	return root;
}
