import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

const PATHS = 'import-x/no-restricted-paths';
const NAMES = 'no-restricted-imports';

/** A file, what it imports, and the rule that forbids it. `npm run lint` applies the rules to all files. */
const FORBIDDEN: Array<[file: string, code: string, rule: string]> = [
	// The table of levels is one for all rooms.
	['text/problem.ts', "import '../redact/secretMask';", PATHS],
	['scheduler/clock.ts', "import '../http/outcome';", PATHS],
	// Rooms are entered by their doors.
	['http/outcome.ts', "import '../scheduler/limiter';", PATHS],
	['../Chainstack/resources/index.ts', "import '../../shared/run/outputItems';", PATHS],
	// Types disappear when compiled, but still show which file depends on which.
	['text/problem.ts', "import type { Outcome } from '../http/outcome';", PATHS],
	['polling/runPoll.ts', "import '../../Chainstack/resources';", PATHS],
	[
		'managementApi/credential.ts',
		"import '../../../credentials/ChainstackApi.credentials';",
		PATHS,
	],
	['../Chainstack/resources/index.ts', "import '../../ChainstackTrigger/events';", PATHS],
	['../ChainstackTrigger/events/index.ts', "import '../../Chainstack/resources';", PATHS],
	['text/problem.ts', "import { inOneText } from './problem.js';", 'import-x/no-unresolved'],
	['text/problem.ts', "import 'node:fs';", NAMES],
	['text/problem.ts', "import 'n8n-workflow/dist/cjs';", NAMES],
	['text/problem.ts', "export * from 'lodash';", NAMES],
	['text/problem.ts', "await import('node:fs');", 'no-restricted-syntax'],
	['text/problem.ts', "require('node:fs');", 'no-restricted-syntax'],
	// Texts of messages are not cut before secrets are masked.
	['text/problem.ts', '`${text.slice(0, 9)}`;', 'no-restricted-syntax'],
	['text/problem.ts', '`${text}…`;', 'no-restricted-syntax'],
	['text/problem.ts', 'error.message.slice(0, 9);', 'no-restricted-syntax'],
	['text/problem.ts', 'JSON.stringify(body).slice(0, 9);', 'no-restricted-syntax'],
	// What a server says is read in one place.
	['across/decision.ts', '/too many/.test(message);', 'no-restricted-syntax'],
	['families/finding.ts', "answer.reason.includes('plan');", 'no-restricted-syntax'],
	['readiness/history.ts', '/pruned/i.exec(fault.message);', 'no-restricted-syntax'],
	['run/nodeError.ts', "export * from './outputItems';", 'import-x/no-cycle'],
	['../../scripts/bootstrap/npm.mjs', "import 'yaml';", NAMES],
	['../../scripts/bootstrap/npm.mjs', "import '../lib/ports.mts';", NAMES],
];

const ALLOWED: Array<[file: string, code: string]> = [
	['polling/runPoll.ts', "import '../text/problem';"],
	['run/session.ts', "import { NodeApiError } from 'n8n-workflow';"],
	['../Chainstack/resources/index.ts', "import '../../shared/run/session';"],
	['../../scripts/bootstrap/npm.mjs', "import 'node:fs';\nimport './problem.mjs';"],
	['run/nodeError.ts', "import type { Run } from './runStep';"],
];

describe('the import rules', () => {
	let eslint: ESLint;

	beforeAll(() => {
		eslint = new ESLint({ cwd: ROOT, overrideConfigFile: resolve(ROOT, 'eslint.dev.config.mjs') });
	});

	const brokenRules = async (file: string, code: string): Promise<Array<string | null>> => {
		const filePath = resolve(ROOT, 'nodes/shared', file);
		const [{ messages }] = await eslint.lintText(code, { filePath });
		return messages.map(({ ruleId }) => ruleId);
	};

	it.each(FORBIDDEN)('%s: %s breaks %s', async (file, code, rule) => {
		expect(await brokenRules(file, code)).toContain(rule);
	});

	it.each(ALLOWED)('%s: %s is allowed', async (file, code) => {
		expect(await brokenRules(file, code)).toEqual([]);
	});
});
