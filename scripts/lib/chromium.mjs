import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem } from '../bootstrap/problem.mjs';

const names = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'chrome.exe',
];

const usualPlaces = [
	'/usr/bin/chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
	'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser for the tests: CHROMIUM_PATH, or one of the machine.
 *
 * @returns {string} its path
 */
export function findChromium() {
	const chosen = process.env.CHROMIUM_PATH;
	if (chosen && !existsSync(chosen)) {
		throw new Problem(
			`CHROMIUM_PATH names a file that does not exist: ${chosen}`,
			'Set it to the path of a Chromium or Chrome, or unset it to let this script look.',
		);
	}
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
	const found = chosen ?? [...inPath, ...usualPlaces].find((file) => existsSync(file));
	if (!found) {
		throw new Problem('The browser tests need Chromium or Chrome, and none was found.', [
			'Debian and Ubuntu: apt-get install chromium',
			'Elsewhere install Chrome, or set CHROMIUM_PATH to the path of a Chromium.',
		]);
	}
	return found;
}
