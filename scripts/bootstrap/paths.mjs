import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Everything these scripts write into the checkout, git-ignored. */
export const localFolder = join(projectRoot, '.n8n-sandbox');

/** Where the logs of long steps go. */
export const logFolder = join(localFolder, 'logs');

const cacheName = 'n8n-nodes-chainstack';

/**
 * Where big downloads are kept, outside the clone so that a second clone need not repeat them; in
 * the checkout where the home folder cannot be written.
 */
export function cacheFolder() {
	for (const folder of [userCacheFolder(), join(localFolder, 'cache')]) {
		try {
			mkdirSync(folder, { recursive: true });
			accessSync(folder, constants.W_OK);
			return folder;
		} catch {
			// Try the next one.
		}
	}
	return join(localFolder, 'cache');
}

function userCacheFolder() {
	if (process.platform === 'win32' && process.env.LOCALAPPDATA) {
		return join(process.env.LOCALAPPDATA, cacheName, 'Cache');
	}
	return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), cacheName);
}
