import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

const SYNTAX = 'no-restricted-syntax';

/** A function with as many branches: one for itself, and one for each `if`. */
const branches = (count: number): string =>
	`export function choose(n: number) {\n${'\tif (n > 0) return n;\n'.repeat(count - 1)}\treturn 0;\n}\n`;

/** A function with as many parameters. */
const parameters = (count: number): string => {
	const names = ['a', 'b', 'c', 'd', 'e'].slice(0, count);
	return `export const add = (${names.map((name) => `${name}: number`).join(', ')}) => ${names.join(' + ')};\n`;
};

const PRESSED = [
	'export const all = { ...{ a, b }, c };',
	'export const all = [...[1, 2], 3];',
	'export const all = [...([1, 2] as const), 3];',
	'add(...[1, 2]);',
	'const [a, b] = [1, 2];',
	'let [a, b] = [1, 2];',
	'[a, b] = [b, a];',
	'const { a, b } = { a: 1, b: 2 };',
	'make((made = new Thing()));',
	'a = b = 1;',
	'const set = (value) => (a = value);',
	'if ((found = find()) !== undefined) use(found);',
	'do next(); while (isMore());',
];

const PLAIN = [
	'export const all = { ...defaults, ...(isOpen ? { a } : {}), c };',
	'export const all = [...first, ...second];',
	'const [a, b] = list;',
	'const { a, b } = makeBoth();',
	'function take({ a = 1, b = 2 }) {\n\treturn a + b;\n}',
	'for (let index = 0; index < 3; index += 1) use(index);',
	'a ??= 1;',
	'do {\n\tnext();\n} while (isMore());',
];

type Case = [title: string, file: string, code: string, rule: string];

const FORBIDDEN: Case[] = [
	['13 branches', 'nodes/shared/text/json.ts', branches(13), 'complexity'],
	['13 branches', 'credentials/ChainstackApi.credentials.ts', branches(13), 'complexity'],
	['5 parameters', 'nodes/shared/text/json.ts', parameters(5), 'max-params'],
	...PRESSED.flatMap((code): Case[] => [
		[code, 'nodes/shared/text/json.ts', code, SYNTAX],
		[code, 'scripts/release.mts', code, SYNTAX],
	]),
];

const ALLOWED: Array<[title: string, file: string, code: string]> = [
	['12 branches', 'nodes/shared/text/json.ts', branches(12)],
	['4 parameters', 'nodes/shared/text/json.ts', parameters(4)],
	['13 branches', 'scripts/release.mts', branches(13)],
	['5 parameters', 'scripts/release.mts', parameters(5)],
	...PLAIN.map((code): [string, string, string] => [code, 'nodes/shared/text/json.ts', code]),
];

describe('the rules about the form of the code', () => {
	let eslint: ESLint;

	beforeAll(() => {
		eslint = new ESLint({ cwd: ROOT, overrideConfigFile: resolve(ROOT, 'eslint.dev.config.mjs') });
	});

	const brokenRules = async (file: string, code: string): Promise<Array<string | null>> => {
		const [{ messages }] = await eslint.lintText(code, { filePath: resolve(ROOT, file) });
		return messages.map(({ ruleId }) => ruleId);
	};

	it.each(FORBIDDEN)('forbid %s in %s', async (_, file, code, rule) => {
		expect(await brokenRules(file, code)).toContain(rule);
	});

	it.each(ALLOWED)('allow %s in %s', async (_, file, code) => {
		const broken = await brokenRules(file, code);
		for (const rule of [SYNTAX, 'complexity', 'max-params']) expect(broken).not.toContain(rule);
	});
});
