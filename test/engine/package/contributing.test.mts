import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

const blocksOf = (language: string): string[] =>
	[...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
		([, text]) => text,
	);

/** The repository as it is after the steps of the guide: the files that are new or differ. */
function afterTheGuide(): Map<string, string> {
	const files = new Map<string, string>();
	for (const block of blocksOf('ts')) {
		const [, file] = /^\/\/ (\S+)\n/.exec(block) ?? [];
		if (file === undefined) throw new Error(`This block has no file: ${block.slice(0, 60)}`);
		files.set(file, block);
	}
	for (const block of blocksOf('diff')) {
		const [head, ...lines] = block.trimEnd().split('\n');
		const file = head.replace(/^--- /, '');
		files.set(
			file,
			patched(files.get(file) ?? readFileSync(join(ROOT, file), 'utf8'), lines, file),
		);
	}
	return files;
}

/** Applies a shortened diff: context in order, with anything in between. */
function patched(text: string, diff: readonly string[], file: string): string {
	const result: string[] = [];
	const left = text.split('\n');
	for (const line of diff) {
		if (line.startsWith('+')) {
			result.push(line.slice(1));
			continue;
		}
		const index = left.indexOf(line.slice(1));
		if (index === -1) throw new Error(`${file} has no line '${line.slice(1)}' there`);
		result.push(...left.splice(0, index + 1));
		if (line.startsWith('-')) result.pop();
	}
	return [...result, ...left].join('\n');
}

/** The compiler's complaints about these files, and about those in folders that are named. */
function complaints(files: ReadonlyMap<string, string>, ...folders: string[]): string[] {
	const configFile = join(ROOT, 'tsconfig.dev.json');
	const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as {
		config: object;
	};
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
	const own = new Map([...files].map(([file, text]) => [join(ROOT, file), text]));
	const host = ts.createCompilerHost(options);
	const { fileExists, readFile } = host;
	host.fileExists = (path) => own.has(path) || fileExists.call(host, path);
	host.readFile = (path) => own.get(path) ?? readFile.call(host, path);
	const program = ts.createProgram([...own.keys()], options, host);
	return program
		.getSourceFiles()
		.filter(
			({ fileName }) =>
				own.has(fileName) || folders.some((folder) => fileName.startsWith(join(ROOT, folder, '/'))),
		)
		.flatMap((source) => [
			...program.getSyntacticDiagnostics(source),
			...program.getSemanticDiagnostics(source),
		])
		.map(
			({ file, messageText }) =>
				`${relative(ROOT, file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
		);
}

describe('the examples in CONTRIBUTING.md', () => {
	let files = new Map<string, string>();

	beforeAll(() => {
		files = afterTheGuide();
	});

	it('show an operation with its test, and a family', () => {
		expect([...files.keys()]).toEqual([
			'nodes/Chainstack/resources/project/getNetworks.ts',
			'test/engine/project/getNetworks.test.mts',
			'nodes/shared/families/filecoin.ts',
			'nodes/Chainstack/resources/project/index.ts',
			'nodes/shared/addresses/chains.ts',
			'nodes/shared/families/index.ts',
		]);
	});

	it('compile together with the code', () => {
		expect(complaints(files, 'nodes')).toEqual([]);
	});

	it('follow the import rules', async () => {
		const eslint = new ESLint({
			cwd: ROOT,
			overrideConfigFile: join(ROOT, 'eslint.dev.config.mjs'),
		});
		for (const [file, text] of files) {
			// Files that another example adds do not exist on the disk.
			const known = text.replace(/.*'\.\/(filecoin|getNetworks)';\n/g, '');
			const [{ messages }] = await eslint.lintText(known, { filePath: join(ROOT, file) });
			expect(
				messages.map(({ message }) => message),
				file,
			).toEqual([]);
		}
	});
});

describe('CONTRIBUTING.md', () => {
	it('names files that exist', () => {
		const named = [...GUIDE.matchAll(/`((?:nodes|sandbox|test)\/[\w./]+\.(?:ts|mts))`/g)];
		expect(named.length).toBeGreaterThan(4);
		for (const [, file] of named) expect(() => readFileSync(join(ROOT, file))).not.toThrow();
	});
});
