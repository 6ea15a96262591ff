import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesIn as filesBelow } from './builtFiles.mts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sourceFolders = ['nodes', 'credentials', 'icons'];
const buildFiles = ['tsconfig.json', 'gulpfile.js'];
// Beside the installed packages and not in dist, which holds only what n8n loads.
const stampFile = join(root, 'node_modules', '.cache', 'n8n-nodes-chainstack', 'dist.json');

/**
 * Vitest global set-up: builds `dist` with tsc and gulp when it does not match the sources. Both
 * sides are compared by content with what the last build here recorded, which takes milliseconds.
 */
export default function setup(): void {
	if (!sourceFolders.some((folder) => existsSync(join(root, folder)))) return;
	const sources = digest([...sourceFolders.flatMap(filesIn), ...buildFiles]);
	if (sources === readStamp().sources && digest(filesIn('dist')) === readStamp().dist) return;

	run('typescript/bin/tsc', []);
	run('gulp/bin/gulp.js', ['--silent']);
	removeStaleFiles();
	mkdirSync(dirname(stampFile), { recursive: true });
	writeFileSync(stampFile, JSON.stringify({ sources, dist: digest(filesIn('dist')) }));
}

function filesIn(folder: string): string[] {
	const path = join(root, folder);
	return existsSync(path) ? filesBelow(path).map((file) => join(folder, file)) : [];
}

function readStamp(): { sources?: string; dist?: string } {
	if (!existsSync(stampFile)) return {};
	return JSON.parse(readFileSync(stampFile, 'utf8')) as { sources?: string; dist?: string };
}

function digest(files: readonly string[]): string {
	const hash = createHash('sha256');
	for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
	return hash.digest('hex');
}

function run(tool: string, args: readonly string[]): void {
	const script = join(root, 'node_modules', tool);
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
		cwd: root,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`The build of dist stopped (${tool}):\n${stdout}${stderr}`);
}

// Output of an earlier build whose source was deleted would still be loaded and packed.
function removeStaleFiles(): void {
	const inSourceFolder = (file: string) => sourceFolders.includes(file.split(sep)[1]);
	for (const file of filesIn('dist').filter(inSourceFolder)) {
		const source = join(root, file.slice(`dist${sep}`.length));
		const isBuilt = existsSync(source) || existsSync(source.replace(/\.js$/, '.ts'));
		if (!isBuilt) rmSync(join(root, file));
	}
}
