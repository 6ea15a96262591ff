import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { startAt, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { run, succeed, sent } = useExample('status-alert');

describe('Alert when an endpoint fails or recovers', () => {
	const change = (changes: IDataObject): IDataObject => ({
		summary: 'alpha is unreachable: status 503',
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
				subject: 'Test: Example endpoint is ready again after 4 minutes',
				text: text(/^Test: Example endpoint is ready again after 4 minutes \(since .+\)\.$/),
			},
		]);
	});

	it.each([
		['ready', 'Recovery'],
		['syncing', 'Alert'],
	])('marks the state %s of a test as a test', async (to, branch) => {
		const report = await run(
			changed(change({ summary: 'It is so', test: true, from: null, to, healthy: to === 'ready' })),
		);
		const [{ json }] = report.items(branch);
		expect(json).toMatchObject({
			subject: 'Test: It is so',
			text: text(/^Test: It is so \(since/),
		});
	});

	it('shows the current state when its trigger is tested', async () => {
		const report = await succeed('Endpoint Changed');
		expect(jsons(report.items('Endpoint Changed'))).toMatchObject([
			{ to: 'ready', healthy: true },
			{ to: 'unreachable', healthy: false, kind: 'opened' },
			{ to: 'ready', healthy: true, kind: 'ended', unhealthySeconds: 900 },
		]);
		expect(report.executed).toContain('Recovery');
	});

	it.each([
		['a failure', { healthy: false }, 'alpha is unreachable: status 503'],
		['a recovery', { healthy: true }, 'alpha is ready again after 2 minutes'],
		['a reminder', { kind: 'reminder' }, 'alpha is still unreachable after 2 hours: status 503'],
	])('sends the sentence of %s', async (_, changes, summary) => {
		expect(await sent(changed(change({ ...changes, summary })))).toEqual([
			{ subject: summary, text: `${summary} (since 2026-01-02T03:04:05.000Z).` },
		]);
	});

	const group = (changes: IDataObject[]): IDataObject => ({
		event: 'readinessChanged',
		count: changes.length,
		healthy: changes.every(({ healthy }) => healthy),
		summary: '1 unreachable: alpha; 1 ready again: bravo',
		changes,
	});
	const alpha = change({ name: 'alpha' });
	const bravo = change({ summary: 'bravo is ready again', name: 'bravo', healthy: true });

	it('tells a group with all its changes', async () => {
		const since = '(since 2026-01-02T03:04:05.000Z)';
		expect(await sent(changed(group([alpha, bravo])))).toEqual([
			{
				subject: '1 unreachable: alpha; 1 ready again: bravo',
				text: `alpha is unreachable: status 503 ${since}. bravo is ready again ${since}.`,
			},
		]);
		const healthy = await run(changed(group([bravo])));
		expect(jsons(healthy.items('Recovery'))).toMatchObject([
			{ text: `bravo is ready again ${since}.` },
		]);
	});

	it('passes on what a test says when there is nothing to watch', async () => {
		const note = 'There is currently nothing to watch';
		const item = { summary: note, event: 'readinessChanged', test: true, note };
		expect(await sent(startAt('Endpoint Changed', item))).toEqual([
			{ subject: `Test: ${note}`, text: `Test: ${note}.` },
		]);
	});
});
