import type { IDataObject } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';
import { exampleOf } from '../fixtures/examples.mts';
import { runWorkflow, tables } from '../support/index.mts';

// A month of the example Service levels in a table: a heartbeat a day makes rows, and these make the report.

const DAY_SECONDS = 86_400;
const workflow = exampleOf('service-levels');
const credentials = { chainstackApi: { apiKey: 'key.of-the-test', baseUrl: 'http://127.0.0.1:9' } };

beforeEach(() => {
	tables.clear();
});

const now = new Date();
/** Midnight of a day of the month before, or of another one. */
const dayOf = (day: number, monthsAgo = 1): string =>
	new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, day)).toISOString();
const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).getUTCDate();

interface Parts {
	unhealthySeconds?: number;
	unknownSeconds?: number;
	quietSeconds?: number;
	unmonitoredSeconds?: number;
	incidents?: number;
}

/** What a heartbeat says of a node, at the end of a day. */
function entryOf(name: string, id: string, parts: Parts = {}): IDataObject {
	const { incidents = 0 } = parts;
	const seconds = {
		unhealthySeconds: parts.unhealthySeconds ?? 0,
		unknownSeconds: parts.unknownSeconds ?? 0,
		quietSeconds: parts.quietSeconds ?? 0,
		unmonitoredSeconds: parts.unmonitoredSeconds ?? 0,
	};
	const other = Object.values(seconds).reduce((sum, each) => sum + each, 0);
	return { name, id, healthySeconds: DAY_SECONDS - other, ...seconds, incidents };
}

/** Runs the example with the heartbeat of the day that began then. @returns the messages */
async function save(lastHeartbeatAt: string, endpoints: IDataObject[], more: IDataObject = {}) {
	const json = { kind: 'heartbeat', healthy: true, lastHeartbeatAt, endpoints, ...more };
	return await run('Nodes Changed', 'Saved', [{ json }]);
}

async function run(startNode: string, node: string, triggerItems?: Array<{ json: IDataObject }>) {
	const report = await runWorkflow(workflow, { credentials, startNode, triggerItems });
	expect(report.error).toBeUndefined();
	return report.tasks(node).flatMap(({ data }) => (data?.main[0] ?? []).map(({ json }) => json));
}

it('reports a month of rows: one line per node, of that month alone, and without tests', async () => {
	for (let day = 1; day <= lastDay; day += 1) {
		const [saved] = await save(dayOf(day), [
			entryOf('alpha', 'ND-1'),
			entryOf('bravo', 'ND-2', {
				unhealthySeconds: day % 10 === 0 ? 3600 : 0,
				incidents: day % 10 === 0 ? 1 : 0,
				unknownSeconds: day === 7 ? 600 : 0,
				unmonitoredSeconds: day === 9 ? 7200 : 0,
			}),
			entryOf('charlie', 'ND-3', { quietSeconds: 28_800 }),
		]);
		expect(saved.subject).toBe(`3 rows of ${dayOf(day).slice(0, 10)} were saved`);
	}
	// A day that is saved again is the same row; those of other months, and tests, are not in the report.
	await save(dayOf(lastDay), [entryOf('alpha', 'ND-1')]);
	await save(dayOf(28, 2), [entryOf('alpha', 'ND-1', { unhealthySeconds: 80_000, incidents: 9 })]);
	await save(dayOf(1, 0), [entryOf('alpha', 'ND-1', { unhealthySeconds: 80_000, incidents: 9 })]);
	await save(dayOf(5), [entryOf('delta', 'ND-4', { unhealthySeconds: 80_000 })], { test: true });

	const [report] = await run('Every Month', 'Report');
	const checked = lastDay * DAY_SECONDS - 600 - 7200;
	const failed = Math.floor(lastDay / 10);
	const percent = Number(((100 * (checked - failed * 3600)) / checked).toFixed(3));
	expect(report.subject).toBe(`Service levels in ${dayOf(1).slice(0, 7)}`);
	expect(String(report.text).split('\n')).toEqual([
		'alpha: 100 % healthy (incidents: 0, minutes not checked: 0)',
		`bravo: ${percent} % healthy (incidents: ${failed}, minutes not checked: 130)`,
		'charlie: 100 % healthy (incidents: 0, minutes not checked: 0)',
	]);
});
