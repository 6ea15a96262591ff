import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fingerprint } from '../bootstrap/fingerprint.mjs';
import { withLock } from '../bootstrap/lock.mjs';
import { downloadOptions, npm } from '../bootstrap/npm.mjs';
import { cacheFolder, logFolder } from '../bootstrap/paths.mjs';
import { step } from '../bootstrap/progress.mjs';

const manifestFiles = ['package.json', 'package-lock.json', '.npmrc'];

type Report = (detail: string) => void;

interface Packages {
	/** The cached folder's name begins with it. */
	name: string;
	/** For people, such as `n8n 2.41.1`. */
	title: string;
	/** Folder with package.json, package-lock.json and .npmrc. */
	manifest: string;
	/** The steps left before the packages are usable. */
	prepare?: (folder: string, report: Report) => Promise<void>;
}

/**
 * Installs a folder's locked npm packages into the cache, once per lockfile and platform. The folder appears complete
 * or not at all, whatever happens meanwhile.
 *
 * @returns the folder that holds node_modules
 */
export async function cachedInstall({ name, title, manifest, prepare }: Packages): Promise<string> {
	const platform = [process.platform, process.arch];
	const target = join(cacheFolder(), `${name}-${fingerprint(manifest, manifestFiles, platform)}`);
	if (existsSync(target)) return target;
	await step(`Installing ${title} (once per machine)`, async (report) => {
		await withLock(
			`${target}.lock`,
			async () => {
				if (existsSync(target)) return;
				removePartial(target);
				const partial = `${target}.partial-${process.pid}`;
				await install(partial, { name, title, manifest });
				await prepare?.(partial, report);
				renameSync(partial, target);
			},
			(holder) => report(`process ${holder} is already doing this; waiting for it`),
		);
	});
	return target;
}

async function install(folder: string, { name, title, manifest }: Packages): Promise<void> {
	mkdirSync(folder, { recursive: true });
	for (const file of manifestFiles) cpSync(join(manifest, file), join(folder, file));
	await npm(['ci', ...downloadOptions], {
		cwd: folder,
		logFile: join(logFolder, `install-${name}.log`),
		purpose: `Installing ${title}`,
	});
}

/** Removes what an interrupted installation of the same packages left behind. */
function removePartial(target: string): void {
	const prefix = `${basename(target)}.partial-`;
	for (const entry of readdirSync(cacheFolder())) {
		if (entry.startsWith(prefix)) {
			rmSync(join(cacheFolder(), entry), { recursive: true, force: true });
		}
	}
}
