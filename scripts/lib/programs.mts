import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem } from '../bootstrap/problem.mjs';

/** A program that tests need and that npm does not bring. */
interface Program {
	/** The environment variable that names its path. */
	variable: string;
	/** What that is the path of, such as `a redis-server`. */
	title: string;
	/** What needs what, as the beginning of the message that it is missing. */
	needed: string;
	/** How to get it, one line each. */
	wayOn: string[];
	names: string[];
	/** Where installers put it outside the PATH of some shells. */
	usualPlaces: string[];
}

const chromium: Program = {
	variable: 'CHROMIUM_PATH',
	title: 'a Chromium or Chrome',
	needed: 'The browser tests need Chromium or Chrome',
	wayOn: ['Debian and Ubuntu: apt-get install chromium', 'Elsewhere install Chrome'],
	names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'],
	usualPlaces: [
		'/usr/bin/chromium',
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
		'/Applications/Chromium.app/Contents/MacOS/Chromium',
		'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
		'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
	],
};

const redis: Program = {
	variable: 'REDIS_SERVER_PATH',
	title: 'a redis-server',
	needed: "The tests of n8n's queue mode need redis-server",
	wayOn: [
		'Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis',
		'Elsewhere install Redis',
	],
	names: ['redis-server', 'redis-server.exe'],
	usualPlaces: ['/usr/bin/redis-server', '/opt/homebrew/bin/redis-server'],
};

const initdb: Program = {
	variable: 'INITDB_PATH',
	title: 'the initdb of a PostgreSQL server',
	needed: "The tests of n8n's queue mode need a PostgreSQL server",
	wayOn: [
		'Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql',
		'Elsewhere install PostgreSQL',
	],
	names: ['initdb', 'initdb.exe'],
	usualPlaces: [
		...versionsIn('/usr/lib/postgresql').map((folder) => `${folder}/bin/initdb`),
		...versionsIn('/opt/homebrew/opt', 'postgresql').map((folder) => `${folder}/bin/initdb`),
		...versionsIn('C:\\Program Files\\PostgreSQL').map((folder) => `${folder}\\bin\\initdb.exe`),
	],
};

/** The folders of a program's versions, the newest first. */
function versionsIn(folder: string, beginning = ''): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((name) => name.startsWith(beginning))
		.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
		.map((name) => join(folder, name));
}

/**
 * @returns the path of the browser for the tests: CHROMIUM_PATH, or one of the machine
 * @throws Problem when there is none
 */
export function findChromium(): string {
	return find(chromium);
}

/**
 * @returns the path of the Redis server for the tests of n8n's queue mode: REDIS_SERVER_PATH, or one of the machine
 * @throws Problem when there is none
 */
export function findRedis(): string {
	return find(redis);
}

/**
 * @returns the path of PostgreSQL's initdb, beside which its server is: INITDB_PATH, or one of the machine
 * @throws Problem when there is none
 */
export function findInitdb(): string {
	return find(initdb);
}

function find(program: Program): string {
	const { variable, title, needed, wayOn } = program;
	const chosen = chosenPath(program);
	if (chosen !== undefined && !existsSync(chosen)) {
		throw new Problem(
			`${variable} names a file that does not exist: ${chosen}`,
			`Set it to the path of ${title}, or unset it to let this script look.`,
		);
	}
	const found = chosen ?? lookFor(program);
	if (found !== undefined) return found;
	throw new Problem(`${needed}, and none was found.`, [
		...wayOn.slice(0, -1),
		`${wayOn.at(-1)}, or set ${variable} to the path of ${title}.`,
	]);
}

function chosenPath({ variable }: Program): string | undefined {
	return process.env[variable] || undefined; // Set to nothing is not set.
}

function lookFor({ names, usualPlaces }: Program): string | undefined {
	return names.map(inPath).find(Boolean) ?? usualPlaces.find((file) => existsSync(file));
}

/** @returns the path of a program in one of the folders of PATH */
function inPath(name: string): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
