import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem } from '../bootstrap/problem.mjs';

const names = ['redis-server', 'redis-server.exe'];

/** Where package managers put it outside the PATH of some shells. */
const usualPlaces = ['/usr/bin/redis-server', '/opt/homebrew/bin/redis-server'];

/**
 * The Redis server for the tests of n8n's queue mode: REDIS_SERVER_PATH, or one of the machine.
 *
 * @returns {string} its path
 */
export function findRedis() {
	const chosen = process.env.REDIS_SERVER_PATH;
	if (chosen && !existsSync(chosen)) {
		throw new Problem(
			`REDIS_SERVER_PATH names a file that does not exist: ${chosen}`,
			'Set it to the path of a redis-server, or unset it to let this script look.',
		);
	}
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
	const found = chosen || [...inPath, ...usualPlaces].find((file) => existsSync(file));
	if (!found) {
		throw new Problem("The tests of n8n's queue mode need redis-server, and none was found.", [
			'Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis',
			'Elsewhere install Redis, or set REDIS_SERVER_PATH to the path of a redis-server.',
		]);
	}
	return found;
}
