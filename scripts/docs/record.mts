// npm run docs:runs records what came of the examples of all operations and what the example workflows say, npm run
// docs:pictures the canvases of the workflows. Both write into docs/; npm run docs makes the pages of it.
import { spawnSync } from 'node:child_process';
import { root } from './canvasMark.mts';

const RECORDINGS: Readonly<Record<string, { variable: string; script: string; tests: string[] }>> =
	{
		runs: {
			variable: 'UPDATE_DOCS',
			script: 'test',
			tests: ['test/engine/package/documentation.test.mts', 'test/engine/examples/paths.test.mts'],
		},
		pictures: {
			variable: 'UPDATE_PICTURES',
			script: 'test:e2e',
			tests: ['test/e2e/canvas.test.mts'],
		},
	};

const recording = RECORDINGS[process.argv[2] ?? ''];
if (recording === undefined) throw new Error(`Say which: ${Object.keys(RECORDINGS).join(' or ')}`);
const { variable, script, tests } = recording;
const { status } = spawnSync('npm', ['run', script, '--', ...tests], {
	cwd: root,
	env: { ...process.env, [variable]: '1' },
	shell: process.platform === 'win32',
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
