import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { startAt, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { run, succeed, sent } = useExample('status-alert');

describe('Alert when an endpoint fails or recovers', () => {
	const change = (changes: IDataObject): IDataObject => ({
		event: 'readinessChanged',
		id: 'credential',
		name: 'https://node.example/***/evm',
		from: 'ready',
		to: 'unreachable',
		healthy: false,
		incidentId: 'credential#1',
		since: '2026-01-02T03:04:05.000Z',
		confirmedAfter: 2,
		...changes,
	});
	/** The trigger that starts it with these changes. */
	const changed = (...changes: IDataObject[]) => startAt('Endpoint Changed', ...changes);

	it('shows an example when it is run by hand', async () => {
		const report = await run();
		expect(jsons(report.items('Recovery'))).toMatchObject([
			{
				subject: 'Test: Example endpoint is ready again',
				text: text(
					/^Test: Example endpoint is ready again since .+ It was down for 250 seconds\.$/,
				),
			},
		]);
	});

	it.each([
		['ready', 'Recovery', 'is ready'],
		['syncing', 'Alert', 'is not ready'],
	])('marks the state %s of a test as a test', async (to, branch, said) => {
		const report = await run(
			changed(change({ test: true, from: null, to, healthy: to === 'ready' })),
		);
		const [{ json }] = report.items(branch);
		const { subject, text: message } = json;
		expect(subject).toBe(`Test: https://node.example/***/evm ${said}`);
		expect(message).toMatch(new RegExp(`^Test: .+ ${said} since `));
		expect(message).not.toContain('again');
	});

	it('shows the current state when its trigger is tested', async () => {
		const report = await succeed('Endpoint Changed');
		expect(jsons(report.items('Endpoint Changed'))).toMatchObject([
			{ to: 'ready', healthy: true },
			{ to: 'unreachable', healthy: false },
			{ to: 'ready', healthy: true, downtimeMs: 900_000 },
		]);
		expect(report.executed).toContain('Recovery');
	});

	const ofNode = { event: 'nodeStatusChanged', id: 'ND-1', name: 'eth-1' };
	it.each([
		[
			'a failure with its reason',
			{ reason: 'no complete response within 8 s' },
			'https://node.example/***/evm is not ready',
			'https://node.example/***/evm is not ready since 2026-01-02T03:04:05.000Z: it was ready and is now unreachable. Reason: no complete response within 8 s.',
		],
		[
			'a recovery with the downtime',
			{ from: 'unreachable', to: 'ready', healthy: true, downtimeMs: 61_000 },
			'https://node.example/***/evm is ready again',
			'https://node.example/***/evm is ready again since 2026-01-02T03:04:05.000Z. It was down for 61 seconds.',
		],
		[
			'a node that the platform marked failed',
			{ ...ofNode, from: 'running', to: 'failed' },
			'eth-1 is failed',
			'eth-1 is not well since 2026-01-02T03:04:05.000Z: it was running and is now failed.',
		],
		[
			'its recovery',
			{ ...ofNode, from: 'failed', to: 'running', healthy: true, downtimeMs: 120_000 },
			'eth-1 is running again',
			'eth-1 is running again since 2026-01-02T03:04:05.000Z. It was down for 120 seconds.',
		],
		[
			'a reminder',
			{ name: 'eth-1', from: 'unreachable', reminder: true, reason: 'status 503' },
			'eth-1 is still not ready',
			'eth-1 is still not ready since 2026-01-02T03:04:05.000Z: it is unreachable. Reason: status 503.',
		],
		[
			'a node that keeps changing',
			{ name: 'eth-1', from: 'unreachable', to: 'flapping' },
			'eth-1 is flapping',
			'eth-1 is not ready since 2026-01-02T03:04:05.000Z: it was unreachable and is now flapping.',
		],
		[
			'a deleted node',
			{ ...ofNode, from: 'running', to: 'deleted' },
			'eth-1 is deleted',
			'eth-1 is not well since 2026-01-02T03:04:05.000Z: it was running and is now deleted.',
		],
	])('tells %s', async (_, changes, subject, message) => {
		expect(await sent(changed(change(changes)))).toEqual([{ subject, text: message }]);
	});

	const group = (changes: IDataObject[]): IDataObject => ({
		event: 'readinessChanged',
		count: changes.length,
		healthy: changes.every(({ healthy }) => healthy),
		summary: '1 unreachable: alpha; 1 ready: bravo',
		changes,
	});
	const alpha = change({ name: 'alpha', reason: 'status 503' });
	const bravo = change({ name: 'bravo', from: 'syncing', to: 'ready', healthy: true });

	it('tells a group with all its changes', async () => {
		expect(await sent(changed(group([alpha, bravo])))).toEqual([
			{
				subject: '1 unreachable: alpha; 1 ready: bravo',
				text: 'alpha is not ready since 2026-01-02T03:04:05.000Z: it was ready and is now unreachable. Reason: status 503. bravo is well again since 2026-01-02T03:04:05.000Z: it was syncing and is now ready.',
			},
		]);
		const well = await run(changed(group([bravo])));
		expect(jsons(well.items('Recovery'))).toMatchObject([
			{ text: 'bravo is ready again since 2026-01-02T03:04:05.000Z.' },
		]);
	});

	it('passes on what a test says when there is nothing to watch', async () => {
		const note = 'There is currently nothing to watch';
		expect(
			await sent(startAt('Endpoint Changed', { event: 'readinessChanged', test: true, note })),
		).toEqual([{ subject: `Test: ${note}`, text: `Test: ${note}` }]);
	});
});
