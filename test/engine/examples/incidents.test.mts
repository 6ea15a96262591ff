import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startAt, text, useExample } from '../fixtures/examples.mts';
import { answers, tables } from '../support/index.mts';

const { platform, run, sent } = useExample('incidents');

const rows = () => tables.get('chainstack_incidents')?.rows ?? [];
const incidents = () => rows().filter(({ kind }) => kind === 'incident');
const at = (time: string) => vi.setSystemTime(new Date(time));

/** The items of the trigger about a node that was seen well at the end of September. */
const seen = (name: string): IDataObject => ({
	event: 'readinessChanged',
	id: name,
	incidentId: `${name}#0`,
	name,
	healthy: true,
	from: null,
	to: 'ready',
	since: '2026-09-30T12:00:00.000Z',
});
const failure: IDataObject = {
	event: 'readinessChanged',
	id: 'eth-1',
	incidentId: 'eth-1#1',
	name: 'eth-1',
	healthy: false,
	from: 'ready',
	to: 'unreachable',
	reason: 'status 503',
	kind: 'opened',
	since: '2026-10-11T00:00:00.000Z',
	startedAt: '2026-10-11T00:00:00.000Z',
};
const recovery: IDataObject = {
	...failure,
	healthy: true,
	from: 'unreachable',
	to: 'ready',
	reason: '',
	kind: 'ended',
	since: '2026-10-11T07:26:24.000Z',
	endedAt: '2026-10-11T07:26:24.000Z',
	unhealthySeconds: 26_784,
};

async function report(...changes: IDataObject[]): Promise<void> {
	const saved = await run(startAt('Node Changed', ...changes));
	expect(saved.error).toBeUndefined();
	expect(saved.executed).not.toContain('Uptime');
}

/** Notes that something was watched for all of a time. */
function watched(began: string, ended: string): void {
	const row = { incident_id: `watch#${began}`, kind: 'watch', began, ended };
	tables.get('chainstack_incidents')?.rows.push(row);
}

/** The report of last month, as it is sent. */
async function told(startNode = 'Every Month'): Promise<object[]> {
	const items = await sent(startNode);
	expect(answers).toEqual([]);
	return items;
}

describe('Incidents in a table', () => {
	beforeEach(() => {
		at('2026-11-01T08:00:00.000Z');
	});

	it.each(['Every Month', 'Run by Hand'])('says that nothing is there, from %s', async (start) => {
		const month = start === 'Every Month' ? '2026-10' : '2026-11';
		expect(await told(start)).toMatchObject([
			{
				subject: `Uptime in ${month}: nothing was watched`,
				text: 'The table has no node for this month. Nodes are added when the workflow is published, and uptime is counted from then on.',
			},
		]);
	});

	it('reports a month without an incident', async () => {
		await report(seen('eth-1'), seen('sol-1'));
		watched('2026-09-30T12:00:00.000Z', '2026-11-01T08:00:00.000Z');
		expect(await told()).toMatchObject([
			{
				subject: 'Uptime in 2026-10: no incident on 2 nodes',
				text: 'eth-1: up 100 % of the watched time; no incident; not watched 0 % of the month\nsol-1: up 100 % of the watched time; no incident; not watched 0 % of the month',
			},
		]);
	});

	it('keeps one row from the failure over a change of its kind and a reminder to the recovery', async () => {
		await report(seen('eth-1'), seen('sol-1'));
		await report(failure);
		const begun = { incident_id: 'eth-1#1', began: failure.since, ended: null };
		expect(incidents()).toMatchObject([{ ...begun, state: 'unreachable', reason: 'status 503' }]);
		await report({
			...failure,
			from: 'unreachable',
			to: 'lagging',
			since: '2026-10-11T01:00:00.000Z',
		});
		await report({ ...failure, to: 'lagging', kind: 'reminder', unhealthySeconds: 7200 });
		expect(incidents()).toMatchObject([{ ...begun, state: 'lagging' }]);
		await report(recovery);
		expect(incidents()).toMatchObject([
			{ ...begun, ended: recovery.since, state: 'lagging', unhealthy_seconds: 26_784 },
		]);
		watched('2026-09-30T12:00:00.000Z', '2026-11-01T08:00:00.000Z');
		expect(await told()).toMatchObject([
			{
				subject: 'Uptime in 2026-10: incidents on 1 of 2 nodes',
				text: 'eth-1: up 99 % of the watched time; 1 incident, down for 447 minutes; not watched 0 % of the month\nsol-1: up 100 % of the watched time; no incident; not watched 0 % of the month',
			},
		]);
	});

	it('counts an incident that is still open until now', async () => {
		const began = '2026-10-31T00:00:00.000Z';
		await report(seen('eth-1'), { ...failure, since: began, startedAt: began });
		watched('2026-09-30T12:00:00.000Z', '2026-11-01T08:00:00.000Z');
		const open = 'not watched 0 % of the month. It is unreachable: status 503';
		expect(await told()).toMatchObject([
			{ text: `eth-1: up 96.77 % of the watched time; 1 incident, down for 1440 minutes; ${open}` },
		]);
		expect(await told('Run by Hand')).toMatchObject([
			{ text: `eth-1: up 0 % of the watched time; 1 incident, down for 480 minutes; ${open}` },
		]);
	});

	it('never counts as up what was not watched', async () => {
		await report(seen('eth-1'), { ...seen('new-1'), since: '2026-10-16T12:00:00.000Z' });
		watched('2026-10-02T00:00:00.000Z', '2026-10-12T00:00:00.000Z');
		watched('2026-10-16T00:00:00.000Z', '2026-10-17T00:00:00.000Z');
		// Half of this incident was not watched by the trigger.
		const began = '2026-10-05T00:00:00.000Z';
		await report({ ...failure, since: began, startedAt: began });
		await report({
			...recovery,
			since: '2026-10-07T00:00:00.000Z',
			endedAt: '2026-10-07T00:00:00.000Z',
			startedAt: began,
			unhealthySeconds: 86_400,
			unmonitoredSince: '2026-10-05T12:00:00.000Z',
		});
		expect(await told()).toMatchObject([
			{
				subject: 'Uptime in 2026-10: incidents on 1 of 2 nodes, part of the time was not watched',
				text: 'eth-1: up 90 % of the watched time; 1 incident, down for 1440 minutes; not watched 67.8 % of the month\nnew-1: up 100 % of the watched time; no incident; not watched 98.4 % of the month',
			},
		]);
	});

	it('does not know an uptime where nothing was watched', async () => {
		await report(seen('eth-1'), failure);
		expect(await told()).toMatchObject([
			{
				text: 'eth-1: uptime is not known; 1 incident, down for 0 minutes; not watched 100 % of the month. It is unreachable: status 503',
			},
		]);
	});

	it('ends the time of a deleted node, and saves no test event', async () => {
		await report(seen('eth-1'), { ...seen('sol-1'), test: true });
		const deleted = { to: 'deleted', kind: 'changed', startedAt: undefined };
		await report({ ...failure, ...deleted, since: '2026-10-16T12:00:00.000Z' });
		watched('2026-09-30T12:00:00.000Z', '2026-11-01T08:00:00.000Z');
		expect(incidents()).toEqual([]);
		expect(await told()).toMatchObject([
			{
				text: 'eth-1: up 100 % of the watched time; no incident; not watched 0 % of the month. It is deleted',
			},
		]);
		expect(await told('Run by Hand')).toMatchObject([{ uptimes: [] }]);
	});

	it('notes how long was watched only while the platform can be read', async () => {
		for (const time of ['09:00', '09:15', '09:30', '10:30', '10:45']) {
			at(`2026-11-01T${time}:00.000Z`);
			const tick = await run('Every 15 Minutes');
			expect(tick.error).toBeUndefined();
		}
		at('2026-11-01T11:00:00.000Z');
		platform.sandbox.fault({ server: 'platform', kind: 'status', status: 401 });
		expect((await run('Every 15 Minutes')).error).toBeDefined();
		expect(rows().map(({ began, ended }) => [began, ended])).toEqual([
			['2026-11-01T09:00:00.000Z', '2026-11-01T09:30:00.000Z'],
			['2026-11-01T10:30:00.000Z', '2026-11-01T10:45:00.000Z'],
		]);
	});

	it('responds with a page of the month that is asked for', async () => {
		await report({ ...seen('eth-1'), name: 'eth <1>' });
		watched('2026-09-30T12:00:00.000Z', '2026-11-01T08:00:00.000Z');
		for (const query of [{ month: '2026-10' }, { month: '<2026' }]) {
			await run(startAt('Page Request', { query }));
		}
		expect(answers).toEqual([
			{ status: 200, body: text(/<h1>Uptime in 2026-10: no incident on 1 node<\/h1>/) },
			{ status: 200, body: text(/<h1>Uptime in 2026-11: no incident on 1 node<\/h1>/) },
		]);
		expect(answers[0].body).toContain(
			'<tr><td>eth &#60;1&#62;</td><td>100 %</td><td>0</td><td>0 min</td><td>0 %</td><td></td></tr>',
		);
	});
});
