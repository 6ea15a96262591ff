// Reads a report of vitest's json reporter and prints how many tests passed and failed, such as
// "120 0". A file that could not even be loaded counts as one failed test. With --names it prints the
// names of those that failed instead, one a line.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [file, option] = process.argv.slice(2);

/**
 * @typedef {object} FileResult
 * @property {string} name the file
 * @property {string} status
 * @property {Array<{ status: string, fullName?: string }>} assertionResults
 */

/** @returns {FileResult[] | undefined} nothing when there is no report */
function read() {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : undefined;
}

/** @param {FileResult[]} files */
function count(files) {
	const tests = files.flatMap(({ assertionResults }) => assertionResults);
	const passed = tests.filter(({ status }) => status === 'passed').length;
	return `${passed} ${failedIn(files).length}`;
}

/**
 * @param {FileResult[]} files
 * @returns {string[]}
 */
function failedIn(files) {
	return files.flatMap(({ name, status, assertionResults }) => {
		const path = name === undefined ? 'a file' : relative(process.cwd(), name);
		const failed = assertionResults.filter((test) => test.status === 'failed');
		if (failed.length > 0) return failed.map(({ fullName }) => `${path}: ${fullName}`);
		return status === 'failed' ? [`${path}: the file itself`] : [];
	});
}

const files = read();
if (option === '--names') console.log((files ? failedIn(files) : ['no report']).join('\n'));
else console.log(files ? count(files) : '0 1');
