import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { core } from './n8nCore.mts';

/** The root of this repository, which is the package under test. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** A package that n8n-core's loader has read, as the server reads an installed community package. */
export type LoadedPackage = InstanceType<typeof core.PackageDirectoryLoader>;

const loaded = new Map<string, Promise<LoadedPackage>>();

/** Loads the built package in a folder, once per process. */
export async function loadPackage(root: string = repositoryRoot): Promise<LoadedPackage> {
	const directory = resolve(root);
	let loading = loaded.get(directory);
	if (loading === undefined) {
		loading = load(directory);
		loaded.set(directory, loading);
	}
	return await loading;
}

async function load(directory: string): Promise<LoadedPackage> {
	const loader = new core.PackageDirectoryLoader(directory);
	const { nodes = [], credentials = [] } = loader.packageJson.n8n ?? {};
	const missing = [...nodes, ...credentials].filter((file) => !existsSync(join(directory, file)));
	if (missing.length > 0) {
		throw new Error(`Not built: ${missing.join(', ')}. Run 'npm run build:plain' in ${directory}`);
	}
	await loader.loadAll();
	return loader;
}
