import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

const PATHS = 'import-x/no-restricted-paths';
const NAMES = 'no-restricted-imports';

/** A file, what it imports, and the rule that forbids it. `npm run lint` applies the rules to all files. */
const FORBIDDEN: Array<[file: string, code: string, rule: string]> = [
	// One level each.
	['pure/problem.ts', "import '../secrets/secretMask';", PATHS],
	['secrets/secretMask.ts', "import '../scheduler/clock';", PATHS],
	['scheduler/clock.ts', "import '../http/outcome';", PATHS],
	['http/outcome.ts', "import '../platform/credential';", PATHS],
	['http/outcome.ts', "import '../jsonRpc/answer';", PATHS],
	['platform/credential.ts', "import '../parameters/readValues';", PATHS],
	['jsonRpc/answer.ts', "import '../parameters/readValues';", PATHS],
	['parameters/readValues.ts', "import '../session/session';", PATHS],
	['session/session.ts', "import '../locators/project';", PATHS],
	['session/session.ts', "import '../readiness/syncState';", PATHS],
	['locators/project.ts', "import '../polling/runPoll';", PATHS],
	['readiness/probe.ts', "import '../across/endpointRecord';", PATHS],
	// Types disappear when compiled, but still show which file depends on which.
	['pure/problem.ts', "import type { Outcome } from '../http/outcome';", PATHS],
	['pure/problem.ts', "export * from '../http/outcome';", PATHS],
	['scheduler/clock.ts', "import '../secrets/secretMask';", PATHS],
	['polling/runPoll.ts', "import '../../Chainstack/resources';", PATHS],
	['polling/runPoll.ts', "import '../../ChainstackTrigger/events';", PATHS],
	['platform/credential.ts', "import '../../../credentials/ChainstackApi.credentials';", PATHS],
	['../Chainstack/resources/options.ts', "import '../../ChainstackTrigger/events';", PATHS],
	['../ChainstackTrigger/events/index.ts', "import '../../Chainstack/resources';", PATHS],
	['pure/problem.ts', "import { inOneText } from './problem.js';", 'import-x/no-unresolved'],
	['pure/problem.ts', "import 'node:fs';", NAMES],
	['pure/problem.ts', "import 'n8n-core';", NAMES],
	['pure/problem.ts', "import 'n8n-workflow/dist/cjs';", NAMES],
	['pure/problem.ts', "export * from 'lodash';", NAMES],
	['pure/problem.ts', "await import('node:fs');", 'no-restricted-syntax'],
	['pure/problem.ts', "require('node:fs');", 'no-restricted-syntax'],
	['session/nodeError.ts', "export * from './outputItems';", 'import-x/no-cycle'],
	['../../scripts/bootstrap/npm.mjs', "import 'yaml';", NAMES],
	['../../scripts/bootstrap/npm.mjs', "import '../lib/ports.mts';", NAMES],
];

const ALLOWED: Array<[file: string, code: string]> = [
	['polling/runPoll.ts', "import '../pure/problem';"],
	['platform/credential.ts', "import '../jsonRpc/answer';"],
	['locators/project.ts', "import '../readiness/syncState';"],
	['session/session.ts', "import { NodeApiError } from 'n8n-workflow';"],
	['../Chainstack/resources/options.ts', "import '../../shared/session/session';"],
	['../../scripts/bootstrap/npm.mjs', "import 'node:fs';\nimport './problem.mjs';"],
	['session/nodeError.ts', "import type { OutputRules } from './outputItems';"],
];

describe('the import rules', () => {
	let eslint: ESLint;

	beforeAll(() => {
		eslint = new ESLint({
			cwd: ROOT,
			overrideConfigFile: resolve(ROOT, 'eslint.dev.config.mjs'),
		});
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
