// Reads a report of vitest's json reporter and prints how many tests passed and failed, such as
// "120 0". A file that could not even be loaded counts as one failed test, like a missing report. With
// --names it prints the names of those that failed instead, one a line.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [file, option] = process.argv.slice(2);

/** @type {Array<{ name?: string, status: string, assertionResults: Array<{ status: string, fullName?: string }> }>} */
const files = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : [];
const tests = files.flatMap(({ assertionResults }) => assertionResults);
const passed = tests.filter(({ status }) => status === 'passed').length;

const failed = files.flatMap(({ name = 'a file', status, assertionResults }) => {
	const path = relative(process.cwd(), name);
	const own = assertionResults.filter((test) => test.status === 'failed');
	if (own.length > 0) return own.map(({ fullName }) => `${path}: ${fullName}`);
	return status === 'failed' ? [`${path}: the file itself`] : [];
});
if (!existsSync(file)) failed.push('no report');

console.log(option === '--names' ? failed.join('\n') : `${passed} ${failed.length}`);
