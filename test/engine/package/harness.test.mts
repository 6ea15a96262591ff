import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { defineNode, runNode, type NodeRunOptions } from '../support/index.mts';

const type = 'harness-test.probe';

/** Runs a node that does this. */
async function runProbe(
	execute: NonNullable<Parameters<typeof defineNode>[1]['execute']>,
	options: NodeRunOptions = {},
) {
	const probe = defineNode({ displayName: 'Probe', name: 'probe' }, { execute });
	return await runNode({ ...options, node: { type }, nodeTypes: { [type]: probe } });
}

// All other tests of this folder exercise the rest.
describe('a run of the harness', () => {
	it('has hints and log lines, the lines apart from the rest', async () => {
		const run = await runProbe(async function () {
			this.addExecutionHints({ message: 'a hint', location: 'outputPane' });
			this.logger.warn('a log line', { secret: 'in-the-log' });
			return await Promise.resolve([[{ json: {} }]]);
		});
		expect(run.hints).toEqual([{ message: 'a hint', location: 'outputPane' }]);
		expect(run.logText()).toContain('in-the-log');
		expect(run.text()).not.toContain('in-the-log');
	});

	it('has in text() what n8n would not save', async () => {
		const run = await runProbe(async function () {
			const cause = Object.assign(new Error('x'), { config: { headers: { key: 'in-the-cause' } } });
			const error = new NodeApiError(this.getNode(), cause as never, { message: 'it failed' });
			return await Promise.resolve([[{ json: {}, error, pairedItem: { item: 0 } }]]);
		});
		expect(run.savedText()).toContain('it failed');
		expect(run.savedText()).not.toContain('in-the-cause');
		expect(run.text()).toContain('in-the-cause');
	});
});
