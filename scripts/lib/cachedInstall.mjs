import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fingerprint } from '../bootstrap/fingerprint.mjs';
import { withLock } from '../bootstrap/lock.mjs';
import { npm } from '../bootstrap/npm.mjs';
import { countDownloads, downloadOptions } from '../bootstrap/npmDownloads.mjs';
import { cacheFolder, logFolder } from '../bootstrap/paths.mjs';
import { step } from '../bootstrap/progress.mjs';

const manifestFiles = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Installs a folder's locked npm packages into the cache, once per lockfile and platform. The
 * folder appears complete or not at all, whatever happens meanwhile.
 *
 * @param {object} what
 * @param {string} what.name the cached folder's name begins with it
 * @param {string} what.title for people, such as 'n8n 2.41.1'
 * @param {string} what.manifest folder with package.json, package-lock.json and .npmrc
 * @param {(folder: string, report: (detail: string) => void) => Promise<void>} [what.prepare]
 *   what is left to do before the packages are usable
 * @returns {Promise<string>} the folder that holds node_modules
 */
export async function cachedInstall({ name, title, manifest, prepare }) {
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
				await install(partial, { name, title, manifest, report });
				await prepare?.(partial, report);
				renameSync(partial, target);
			},
			(holder) => report(`process ${holder} is at it already; waiting for it`),
		);
	});
	return target;
}

/**
 * @param {string} folder
 * @param {{ name: string, title: string, manifest: string, report: (detail: string) => void }} what
 */
async function install(folder, { name, title, manifest, report }) {
	mkdirSync(folder, { recursive: true });
	for (const file of manifestFiles) cpSync(join(manifest, file), join(folder, file));
	await npm(['ci', ...downloadOptions], {
		cwd: folder,
		logFile: join(logFolder, `install-${name}.log`),
		purpose: `Installing ${title}`,
		onLine: countDownloads(join(folder, 'package-lock.json'), report),
	});
}

/**
 * What an interrupted installation of the same packages left behind.
 *
 * @param {string} target
 */
function removePartial(target) {
	const prefix = `${basename(target)}.partial-`;
	for (const entry of readdirSync(cacheFolder())) {
		if (entry.startsWith(prefix)) {
			rmSync(join(cacheFolder(), entry), { recursive: true, force: true });
		}
	}
}
