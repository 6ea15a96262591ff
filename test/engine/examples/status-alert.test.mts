import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { run } = useExample('status-alert');

describe('Alert when an endpoint fails or recovers', () => {
	const change = (changes: IDataObject) => ({
		json: {
			event: 'readinessChanged',
			id: 'credential',
			name: 'https://node.example/***/evm',
			from: 'ready',
			to: 'unreachable',
			since: '2026-01-02T03:04:05.000Z',
			confirmedAfter: 2,
			...changes,
		},
	});

	it('reports a failure with its reason', async () => {
		const report = await run({
			startNode: 'Endpoint Changed',
			triggerItems: [change({ reason: 'no complete response within 8 s' })],
		});
		expect(report.error).toBeUndefined();
		expect(jsons(report.items('Replace with Slack, Email, …'))).toEqual([
			{
				subject: 'https://node.example/***/evm is not ready',
				text: 'https://node.example/***/evm is not ready since 2026-01-02T03:04:05.000Z: it was ready and is now unreachable. Reason: no complete response within 8 s.',
			},
		]);
	});

	it('reports a recovery with the downtime', async () => {
		const recovery = change({ from: 'unreachable', to: 'ready', downtimeMs: 61_000 });
		const report = await run({
			startNode: 'Endpoint Changed',
			triggerItems: [recovery],
		});
		expect(jsons(report.items('Recovery'))).toEqual([
			{
				subject: 'https://node.example/***/evm is ready again',
				text: 'https://node.example/***/evm is ready again since 2026-01-02T03:04:05.000Z. It was down for 61 seconds.',
			},
		]);
		expect(report.executed).not.toContain('Alert');
	});

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
		const report = await run({
			startNode: 'Endpoint Changed',
			triggerItems: [change({ test: true, from: null, to })],
		});
		const [{ json }] = report.items(branch);
		const { subject, text: message } = json;
		expect(subject).toBe(`Test: https://node.example/***/evm ${said}`);
		expect(message).toMatch(new RegExp(`^Test: .+ ${said} since `));
		expect(message).not.toContain('again');
	});

	it('shows the current state when its trigger is tested', async () => {
		const report = await run({ startNode: 'Endpoint Changed' });
		expect(report.error).toBeUndefined();
		const id = expect.stringContaining('/***/evm') as string;
		expect(jsons(report.items('Endpoint Changed'))).toMatchObject([
			{ event: 'readinessChanged', id, from: null, to: 'ready' },
			{ id, from: 'ready', to: 'unreachable', healthy: false, test: true },
			{ id, from: 'unreachable', to: 'ready', healthy: true, test: true },
		]);
		expect(report.executed).toContain('Recovery');
	});
});
