import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem } from '../bootstrap/problem.mjs';

/** Programs that tests need and that npm does not bring, by the environment variable that names their path. */
const programs = {
	CHROMIUM_PATH: {
		title: 'Chromium or Chrome',
		names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'],
		/** Where installers put it outside the PATH of some shells. */
		places: [
			'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
			'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
		],
		debian: 'chromium',
	},
	REDIS_SERVER_PATH: {
		title: 'redis-server',
		names: ['redis-server', 'redis-server.exe'],
		places: ['/opt/homebrew/bin/redis-server'],
		debian: 'redis-server',
	},
	INITDB_PATH: {
		title: 'the initdb of a PostgreSQL server',
		names: ['initdb', 'initdb.exe'],
		places: ['/usr/lib/postgresql', '/opt/homebrew/opt', 'C:\\Program Files\\PostgreSQL'].flatMap(
			(folder) => versionsIn(folder).map((version) => join(version, 'bin', 'initdb')),
		),
		debian: 'postgresql',
	},
};

/** The folders of a program's versions, the newest first. */
function versionsIn(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
		.map((name) => join(folder, name));
}

/**
 * @param variable names the path, where it is set to something
 * @returns the path of a program on this machine
 * @throws Problem when there is none
 */
export function findProgram(variable: keyof typeof programs): string {
	const { title, names, places, debian } = programs[variable];
	const chosen = process.env[variable];
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	const found = (chosen ? [chosen] : [...inPath, ...places]).find((file) => existsSync(file));
	if (found !== undefined) return found;
	const missing = chosen ? `${chosen} does not exist` : 'none was found';
	throw new Problem(`These tests need ${title}, and ${missing}.`, [
		`Install it (Debian and Ubuntu: apt-get install ${debian}), or set ${variable} to its path.`,
	]);
}
