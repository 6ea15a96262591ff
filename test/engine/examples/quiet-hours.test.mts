import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import {
	changedFields,
	PLATFORM_FAILURES,
	startAt,
	text,
	useExample,
} from '../fixtures/examples.mts';
import { tables } from '../support/index.mts';

const { platform, sent } = useExample('quiet-hours');
const { ethereum, polygon } = seedIds.nodes;
const began = '2026-11-22T01:02:03.000Z';
const change = (changes: IDataObject): IDataObject => ({
	event: 'readinessChanged',
	id: ethereum,
	incidentId: `${ethereum}#1`,
	name: 'eth-archive-1',
	since: began,
	...changes,
	summary: `${String(changes.name ?? 'eth-archive-1')} ${summaryOf(changes)}`,
});
/** The end of the sentence that the trigger makes. */
const summaryOf = ({ to, kind, healthy, reason }: IDataObject): string =>
	`is ${kind === 'reminder' ? 'still ' : ''}${String(to)}${healthy === true ? ' again' : ''}${reason ? `: ${String(reason)}` : ''}`;
const failure = (changes: IDataObject = {}) =>
	change({ healthy: false, from: 'ready', to: 'unreachable', ...changes });
const recovery = (changes: IDataObject = {}) =>
	change({ healthy: true, from: 'unreachable', to: 'ready', ...changes });

/** The messages of a run in which it is night all day, or never. */
async function told(isNight: boolean, items: IDataObject[] | 'clock', tableName?: string) {
	const hours = { quietFrom: 0, quietTo: isNight ? 24 : 0, hour: 0 };
	const workflow = changedFields('quiet-hours', 'Hours', hours);
	for (const node of workflow.nodes) {
		if (tableName !== undefined && node.name === 'All Rows')
			Object.assign(node.parameters ?? {}, { dataTableId: { value: tableName } });
	}
	return await sent(items === 'clock' ? 'Every Hour' : startAt('Node Changed', ...items), workflow);
}
const byDay = async (...items: IDataObject[]) => await told(false, items);
const atNight = async (...items: IDataObject[]) => {
	expect(await told(true, items)).toEqual([]);
	expect(await told(true, 'clock')).toEqual([]);
};
/** Makes a node one that is not ready; that it is takes no second attempt to see. */
const fallBehind = (id: string) =>
	platform.sandbox.setSyncing(id, { currentBlock: '0x1', highestBlock: '0x9' });
const inTheMorning = async () => await told(false, 'clock');

describe('Quiet hours', () => {
	it('sends at once by day, failure, reminder and recovery', async () => {
		expect(await byDay(failure({ reason: 'status 503' }))).toEqual([
			{
				subject: 'eth-archive-1 is unreachable: status 503',
				text: `eth-archive-1 is unreachable: status 503 (since ${began}).`,
			},
		]);
		expect(await byDay(failure({ from: 'unreachable', kind: 'reminder' }))).toEqual([
			{
				subject: 'eth-archive-1 is still unreachable',
				text: `eth-archive-1 is still unreachable (since ${began}).`,
			},
		]);
		expect(await byDay(recovery())).toEqual([
			{
				subject: 'eth-archive-1 is ready again',
				text: `eth-archive-1 is ready again (since ${began}).`,
			},
		]);
		expect(await byDay(failure())).toMatchObject([{ subject: 'eth-archive-1 is unreachable' }]);
		expect(await inTheMorning()).toEqual([]);
	});

	it('sends in the morning what still holds, once', async () => {
		platform.sandbox.setStatus(ethereum, 'stopped');
		await atNight(failure());
		expect(await inTheMorning()).toEqual([
			{
				subject: 'eth-archive-1 is unreachable since the night',
				text: text(
					/^eth-archive-1 is unreachable\. It began at 2026-11-22T01:02:03\.000Z and did not end by the morning\. Reason: .*503/,
				),
			},
		]);
		expect(await inTheMorning()).toEqual([]);
		expect(await byDay(recovery())).toMatchObject([{ subject: 'eth-archive-1 is ready again' }]);
	});

	it('sends nothing in the morning of what is over, and nothing when its end is reported', async () => {
		await atNight(failure());
		expect(await inTheMorning()).toEqual([]);
		expect(await byDay(recovery())).toEqual([]);
		expect(await byDay(failure())).toHaveLength(1);
	});

	it('sends nothing when the end of a failure of the night is reported before it is checked', async () => {
		await atNight(failure());
		expect(await byDay(recovery())).toEqual([]);
		expect(await inTheMorning()).toEqual([]);
	});

	it('tells a node once that fails, recovers and fails again', async () => {
		fallBehind(ethereum);
		const again = '2026-11-22T04:00:00.000Z';
		await atNight(failure());
		await atNight(recovery({ since: '2026-11-22T03:00:00.000Z' }));
		await atNight(failure({ incidentId: `${ethereum}#2`, since: again }));
		expect(await inTheMorning()).toMatchObject([{ text: text(`It began at ${again}`) }]);
		expect(await inTheMorning()).toEqual([]);
	});

	it('keeps when it began over changes of its kind and reminders', async () => {
		fallBehind(ethereum);
		await atNight(failure());
		await atNight(
			failure({ from: 'unreachable', to: 'lagging', since: '2026-11-22T02:00:00.000Z' }),
		);
		await atNight(failure({ from: 'lagging', to: 'lagging', kind: 'reminder' }));
		expect(await inTheMorning()).toMatchObject([{ text: text(`It began at ${began}`) }]);
	});

	it('sends nothing in the morning of what was told before the night', async () => {
		fallBehind(ethereum);
		await byDay(failure());
		await atNight(failure({ from: 'unreachable', to: 'lagging' }));
		await atNight(failure({ from: 'lagging', kind: 'reminder' }));
		expect(await inTheMorning()).toEqual([]);
	});

	it('tells in the morning that it is over, where the failure was told', async () => {
		await byDay(failure());
		await atNight(recovery());
		expect(await inTheMorning()).toEqual([
			{
				subject: 'eth-archive-1 is ready again',
				text: `eth-archive-1 is ready again since ${began}.`,
			},
		]);
		expect(await inTheMorning()).toEqual([]);
	});

	it('does not take the end of a failure for granted', async () => {
		fallBehind(ethereum);
		await atNight(failure(), failure({ id: polygon, name: 'polygon-1' }));
		await atNight(recovery());
		expect(await inTheMorning()).toEqual([
			{
				subject: 'eth-archive-1 is syncing since the night',
				text: `eth-archive-1 is syncing, although it was well again since ${began}. Reason: it is 8 blocks behind.`,
			},
		]);
	});

	it.each([
		['a node that the platform stopped', { to: 'notRunning', status: 'stopped' }, 'notRunning'],
		['one that keeps changing', { to: 'flapping', from: 'unreachable' }, 'flapping'],
		['one that was seen failing at first', { from: null }, 'unreachable'],
	])('keeps %s for the morning', async (_, changes, state) => {
		fallBehind(ethereum);
		await atNight(failure({ ...changes, reason: 'as it was' }));
		const { rows = [] } = tables.get('chainstack_quiet_hours') ?? {};
		expect(rows).toMatchObject([{ object_id: ethereum, node_id: ethereum, state, waits: true }]);
		expect(await inTheMorning()).toHaveLength(1);
	});

	it('tells what has no node ID by the events of the night', async () => {
		const endpoint = { id: 'https://node.example/***', name: 'https://node.example/***' };
		const other = { id: 'credential', name: 'credential' };
		await atNight(failure({ ...endpoint, reason: 'status 503' }), failure(other));
		await atNight(recovery(other));
		platform.sandbox.clearRequests();
		expect(await inTheMorning()).toEqual([
			{
				subject: 'https://node.example/*** is unreachable since the night',
				text: `https://node.example/*** is unreachable. It began at ${began} and did not end by the morning. Reason: status 503.`,
			},
		]);
		expect(platform.requests()).toEqual([]);
	});

	it('takes a group apart, by day and at night', async () => {
		const group = (...changes: IDataObject[]): IDataObject => ({
			event: 'readinessChanged',
			count: changes.length,
			healthy: false,
			summary: '2 unreachable: eth-archive-1, polygon-1',
			changes,
		});
		const second = { id: polygon, name: 'polygon-1' };
		fallBehind(ethereum);
		fallBehind(polygon);
		await atNight(group(failure(), failure(second)));
		expect(await inTheMorning()).toMatchObject([
			{ subject: 'eth-archive-1 is syncing since the night' },
			{ subject: 'polygon-1 is syncing since the night' },
		]);
		expect(await byDay(group(recovery(), recovery(second)))).toMatchObject([
			{ subject: 'eth-archive-1 is ready again' },
			{ subject: 'polygon-1 is ready again' },
		]);
	});

	it('sends what it cannot check again, and says so', async () => {
		await atNight(failure({ reason: 'status 503' }), failure({ id: polygon, name: 'polygon-1' }));
		platform.sandbox.fault({ path: `/v1/nodes/${ethereum}/`, kind: 'status', status: 404 });
		expect(await inTheMorning()).toEqual([
			{
				subject: 'eth-archive-1 is unreachable since the night',
				text: text(
					/did not end by the morning\. Reason: status 503\. It could not be checked again: Chainstack could not find the node/,
				),
			},
		]);
	});

	it.each(PLATFORM_FAILURES)(
		'sends what waited while the platform gives %j',
		async (fault, reason) => {
			await atNight(failure());
			platform.sandbox.fault({ server: 'platform', ...fault });
			expect(await inTheMorning()).toMatchObject([
				{ text: text(new RegExp(`It could not be checked again: .*${reason.source}`)) },
			]);
		},
	);

	it('sends alerts by day also when the table cannot be read', async () => {
		const sent = await told(false, [failure()], 'another_table');
		expect(sent).toMatchObject([{ subject: 'eth-archive-1 is unreachable' }]);
	});

	it('says in the morning that the table cannot be read', async () => {
		expect(await told(false, 'clock', 'another_table')).toEqual([
			{
				subject: 'What happened in the night is not known',
				text: text(/^The table could not be read/),
			},
		]);
	});

	it('passes on tests and notes at once, also at night, and remembers neither', async () => {
		const note = 'There is currently nothing to watch';
		expect(
			await told(true, [
				failure({ test: true }),
				{ summary: note, event: 'readinessChanged', test: true, note },
				{ summary: 'ND-9 is not watched: gone', event: 'readinessChanged', id: 'ND-9', test: true },
			]),
		).toEqual([
			{
				subject: 'Test: eth-archive-1 is unreachable',
				text: `Test: eth-archive-1 is unreachable (since ${began}).`,
			},
			{ subject: `Test: ${note}`, text: `Test: ${note}` },
			{ subject: 'Test: ND-9 is not watched: gone', text: 'Test: ND-9 is not watched: gone' },
		]);
		expect(tables.get('chainstack_quiet_hours')?.rows).toEqual([]);
	});

	it('shows an example at once when it is run by hand', async () => {
		expect(await sent()).toMatchObject([
			{ subject: 'Test: Example node is unreachable: no complete response within 8 s' },
		]);
	});
});
