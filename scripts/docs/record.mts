// npm run docs:runs records what came of the examples of all operations, npm run docs:pictures the canvases of
// the example workflows. Both write into docs/; npm run docs makes the pages of it.
import { spawnSync } from 'node:child_process';
import { root } from './canvasMark.mts';

const RECORDINGS: Readonly<Record<string, { variable: string; script: string; test: string }>> = {
	runs: {
		variable: 'UPDATE_DOCS',
		script: 'test',
		test: 'test/engine/package/documentation.test.mts',
	},
	pictures: { variable: 'UPDATE_PICTURES', script: 'test:e2e', test: 'test/e2e/canvas.test.mts' },
};

const recording = RECORDINGS[process.argv[2] ?? ''];
if (recording === undefined) throw new Error(`Say which: ${Object.keys(RECORDINGS).join(' or ')}`);
const { variable, script, test } = recording;
const { status } = spawnSync('npm', ['run', script, '--', test], {
	cwd: root,
	env: { ...process.env, [variable]: '1' },
	shell: process.platform === 'win32',
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
