import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { core } from './n8nCore.mts';

/** The root of this repository, which is the package under test. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** A package that n8n-core's loader has read, as the server reads an installed community package. */
export type LoadedPackage = InstanceType<typeof core.PackageDirectoryLoader>;

let loaded: Promise<LoadedPackage> | undefined;

/** Loads the built package, once per process. */
export async function loadPackage(): Promise<LoadedPackage> {
	loaded ??= load();
	return await loaded;
}

async function load(): Promise<LoadedPackage> {
	const directory = resolve(repositoryRoot);
	const loader = new core.PackageDirectoryLoader(directory);
	const { nodes = [], credentials = [] } = loader.packageJson.n8n ?? {};
	const missing = [...nodes, ...credentials].filter((file) => !existsSync(join(directory, file)));
	if (missing.length > 0) {
		throw new Error(`Not built: ${missing.join(', ')}. Run 'npm run build:plain' in ${directory}`);
	}
	await loader.loadAll();
	return loader;
}
