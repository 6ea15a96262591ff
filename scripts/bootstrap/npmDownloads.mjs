import { readFileSync } from 'node:fs';

/** The npm options that make it say what it fetches, and give up soon where nothing answers. */
export const downloadOptions = [
	'--loglevel=http',
	'--no-progress',
	'--fetch-retries=3',
	'--fetch-retry-factor=2',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=10000',
];

/**
 * Counts the packages npm fetches, for a progress line.
 *
 * @param {string} lockFile the lockfile that says how many there will be
 * @param {(detail: string) => void} report
 * @returns {(line: string) => void} to be told each line of npm's output
 */
export function countDownloads(lockFile, report) {
	const total = countPackages(lockFile);
	let looked = 0;
	let fetched = 0;
	return (line) => {
		if (!/npm http (fetch GET [23]|cache )/.test(line)) return;
		if (/\.tgz\b/.test(line)) fetched++;
		else looked++;
		if (fetched) report(`${Math.min(fetched, total)} of ${total} packages`);
		else report(`looked up ${looked} packages`);
	};
}

/**
 * Without a network npm would try every package on its own, for many minutes.
 *
 * @returns {(line: string) => boolean} to be told each line of npm's output; true once nothing
 *   has been fetched in so many late attempts that going on is no use
 */
export function noticeDeadNetwork() {
	let failures = 0;
	return (line) => {
		if (/npm http fetch GET [23]\d\d /.test(line)) failures = 0;
		if (/ attempt [3-9] failed with E\w+/.test(line)) failures++;
		return failures >= 6;
	};
}

/**
 * The packages of a lockfile that this platform gets.
 *
 * @param {string} lockFile
 */
function countPackages(lockFile) {
	/** @type {{ packages: Record<string, { os?: string | string[], cpu?: string | string[] }> }} */
	const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
	return Object.entries(packages).filter(
		([path, { os, cpu }]) => path && fits(os, process.platform) && fits(cpu, process.arch),
	).length;
}

/**
 * @param {string | string[] | undefined} allowed
 * @param {string} own
 */
function fits(allowed, own) {
	return allowed === undefined || [allowed].flat().includes(own);
}
