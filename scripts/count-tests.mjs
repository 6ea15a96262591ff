// Reads a report of vitest's json reporter and prints how many tests passed and failed, such as
// "120 0". A file that could not even be loaded counts as one failed test.
import { existsSync, readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);

/** @typedef {{ status: string, assertionResults: Array<{ status: string }> }} FileResult */

/** @returns {[number, number]} */
function count() {
	if (!existsSync(file)) return [0, 1];
	/** @type {{ testResults: FileResult[] }} */
	const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
	const results = testResults.flatMap(({ status, assertionResults }) =>
		status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
			? [...assertionResults, { status: 'failed' }]
			: assertionResults,
	);
	/** @param {string} status */
	const having = (status) => results.filter((test) => test.status === status).length;
	return [having('passed'), having('failed')];
}

console.log(count().join(' '));
