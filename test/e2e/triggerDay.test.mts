import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Day, type Reported } from './support/day/day.mts';
import { savesEachPoll, waitsAfterFailures } from './support/day/schedulers.mts';
import { triggerName } from './support/triggerWorkflow.mts';

// One day of three workflows in a real n8n that polls every two seconds: `project` watches the sync
// state of the running nodes of a project, `endpoint` that of the credential's endpoint, `status` the
// status of all nodes. Each confirms in two polls. `N8N_TEST_SCHEDULER` chooses what triggers the
// polls. The log is in trigger-day-<scheduler>.log.

let day: Day;
let scenes = 0;
let hasFailed = false;

/** What the messages of the day say, word for word; times depend on the machine. */
const TEXTS = [
	'alpha (Ethereum Mainnet) is syncing: it is 16 blocks behind',
	'alpha (Ethereum Mainnet) is ready again after some time',
	'echo (Ethereum Sepolia Testnet) is unreachable: no complete response within 8 s',
	'charlie (Ethereum Mainnet) is unreachable: status 503',
	'charlie (Ethereum Mainnet) is rejecting calls because of a rate limit: too many requests (status 429)',
	'delta (Ethereum Mainnet) is unreachable: status 504',
];

/**
 * A part of the day; at its end the reports of the whole day so far are compared.
 * @param isPossible whether this scheduler can run it
 */
function scene(title: string, act: () => Promise<void>, isPossible = true): void {
	scenes += 1;
	const numbered = `${scenes}. ${title}`;
	it.runIf(isPossible)(numbered, { timeout: 300_000 }, async ({ skip }) => {
		skip(hasFailed, 'a scene before failed');
		hasFailed = true;
		await day.scene(numbered, act);
		hasFailed = false;
	});
}

beforeAll(async () => {
	day = await Day.begin();
}, 300_000);

afterAll(async () => {
	await day?.end();
});

describe('a day of the trigger in a real n8n', () => {
	scene('nothing is wrong: that is remembered, and nothing is reported', async () => {
		await day.polls(1);
	});

	scene('an endpoint hangs: others are still reported, and polls continue', async () => {
		await day.breaks('echo', { kind: 'hang' });
		await day.answers('alpha', { currentBlock: '0x10', highestBlock: '0x20' });
		await day.breaks('endpoint', { kind: 'html', status: 502 });
		await day.status('bitcoin-1', 'maintenance');
		await day.reports('endpoint', 'endpoint', 'ready', 'unreachable');
		await day.reports('status', 'bitcoin-1', 'running', 'maintenance');
		await day.reports('project', 'alpha', 'ready', 'syncing');
		await day.reports('project', 'echo', 'ready', 'unreachable');
		await day.repairs('echo', 'alpha', 'endpoint');
		await day.status('bitcoin-1');
		await day.reports('endpoint', 'endpoint', 'unreachable', 'ready');
		await day.reports('status', 'bitcoin-1', 'maintenance', 'running');
		await day.reports('project', 'alpha', 'syncing', 'ready');
		await day.reports('project', 'echo', 'unreachable', 'ready');
	});

	scene('n8n is killed right after a report: it is not repeated, and nothing is lost', async () => {
		// The delayed poll sees charlie down and polygon-1 stopped. The next one reports
		// charlie and sees delta down. After it the lists hang, so that no poll confirms anything more.
		await day.betweenPolls(async () => {
			await day.breaks('charlie', { kind: 'status', status: 503 });
			await day.breaks('delta', { kind: 'status', status: 504, skip: 1 });
			await day.status('polygon-1', 'stopped');
			await day.breaksList('project', { kind: 'hang', skip: 1 });
			await day.breaksList('status', { kind: 'hang' });
		});
		await day.reports('project', 'charlie', 'ready', 'unreachable');
		await day.sees('delta', '+-');
		day.protocol.note('n8n', 'is killed');
		await day.n8n.kill();
		await day.repairsLists();
		await day.breaks('alpha', { kind: 'echoKey' });
		await day.status('bitcoin-1', 'failed');
		await day.n8n.start();
		day.protocol.note('n8n', 'has started again');
		await day.reports('project', 'delta', 'ready', 'unreachable');
		await day.reports('project', 'alpha', 'ready', 'rpcError');
		await day.reports('status', 'polygon-1', 'running', 'stopped');
		await day.reports('status', 'bitcoin-1', 'running', 'failed');
	});

	scene('what failed around the kill recovers, except for one', async () => {
		await day.repairs('alpha', 'charlie', 'delta');
		await day.status('polygon-1');
		await day.reports('project', 'charlie', 'unreachable', 'ready');
		await day.reports('project', 'delta', 'unreachable', 'ready');
		await day.reports('project', 'alpha', 'rpcError', 'ready');
		await day.reports('status', 'polygon-1', 'stopped', 'running');
	});

	// Where n8n waits after failures, the scenes after these would wait for half an hour.
	scene(
		'the API key is revoked for a while: one poll fails, the end is logged, and nothing is reported',
		async () => {
			await day.revokesApiKey(async () => {
				await day.fails('project', /API key/);
				await day.fails('status', /API key/);
				await day.polls(2, ['endpoint']);
			});
			await day.logs('project', 'can check again: the API key was rejected for');
			await day.logs('status', 'can check again: the API key was rejected for');
		},
		!waitsAfterFailures,
	);

	scene(
		'n8n is started while the API key is refused: it continues once the key is accepted',
		async () => {
			await day.n8n.stop();
			await day.revokesApiKey(async () => {
				await day.n8n.start();
				day.protocol.note('n8n', 'has started again');
				await day.fails('project', /API key/);
				await day.fails('status', /API key/);
				await day.polls(2, ['endpoint']);
			});
		},
		!waitsAfterFailures,
	);

	scene(
		'the key of one endpoint is used up while others get through: it alone is told',
		async () => {
			await day.breaks('charlie', { kind: 'status', status: 429 });
			await day.reports('project', 'charlie', 'ready', 'rateLimited');
			await day.repairs('charlie');
			await day.reports('project', 'charlie', 'rateLimited', 'ready');
		},
	);

	scene(
		'the lists cannot be read while an endpoint fails: that is told, and the failing polls as well',
		async () => {
			await day.breaksList('project', { kind: 'status', status: 503 });
			await day.breaks('delta', { kind: 'status', status: 404 });
			await day.reports('project', 'delta', 'ready', 'invalidResponse');
			await day.fails('project', /not available/);
			await day.repairs('delta');
			await day.reports('project', 'delta', 'invalidResponse', 'ready');
			await day.repairsLists();
			await day.logs('project', 'can check again');
		},
		!waitsAfterFailures,
	);

	scene('changes late in the day are reported like those early in the day', async () => {
		await day.answers('bravo', true);
		await day.answers('endpoint', null);
		await day.status('bitcoin-1');
		await day.reports('project', 'bravo', 'ready', 'syncing');
		await day.reports('endpoint', 'endpoint', 'ready', 'invalidResponse');
		await day.reports('status', 'bitcoin-1', 'failed', 'running');
	});
});

describe('the day as a whole', () => {
	it('reports each object without gaps, with consistent times and downtimes', () => {
		const good = new Set(['ready', 'running']);
		for (const object of new Set(day.reported().map(objectOf))) {
			const reports = day.reported().filter((report) => objectOf(report) === object);
			let state = reports[0].from;
			let since = '';
			let downSince = '';
			for (const report of reports) {
				expect(report).toMatchObject({ from: state, confirmedAfter: 2 });
				expect(report.since > since).toBe(true);
				if (downSince === '') downSince = report.since;
				const downMs = Date.parse(report.since) - Date.parse(downSince);
				expect(report).toMatchObject({
					kind: good.has(report.to) ? 'ended' : expect.stringMatching(/^(opened|changed)$/),
					startedAt: downSince,
					summary: expect.stringContaining(good.has(report.to) ? ' again after ' : ' is '),
				});
				const seconds = good.has(report.to) ? Math.round(downMs / 1000) : undefined;
				// Where n8n saves each poll, the time in which it was not running is known, and no downtime.
				// Elsewhere only the last poll with items is known, and what came after it counts.
				const isGapKnown = savesEachPoll && report.unmonitoredSince !== undefined;
				if (isGapKnown) expect(report.unhealthySeconds).toBeLessThan(Number(seconds));
				else expect(report.unhealthySeconds).toBe(seconds);
				if (good.has(report.to)) downSince = '';
				state = report.to;
				since = report.since;
			}
		}
	});

	it('passes on the items of the trigger', () => {
		for (const { execution } of day.runs.filter((run) => run.execution.status === 'success')) {
			expect(execution.items('No Operation').map(({ json }) => json)).toEqual(
				execution.items(triggerName).map(({ json }) => json),
			);
		}
	});

	it('is a thread for each incident, and an alert that ends with it, in the words of the items', () => {
		const items = day.reported().filter(({ watch }) => watch === 'project');
		const ids = new Set(items.map(({ incidentId }) => incidentId));
		expect(ids.size).toBeGreaterThan(5);
		for (const id of ids) {
			const ofIncident = items.filter(({ incidentId }) => incidentId === id);
			expect(day.alerts.threads.get(id)).toEqual(ofIncident.map(({ summary }) => summary));
			expect(day.alerts.alerts.get(id)).toEqual(
				ofIncident.map(({ kind, summary }) =>
					kind === 'ended' ? `resolve: ${summary}` : `trigger: ${summary}`,
				),
			);
		}
		const texts = [...day.alerts.threads.values()].flat();
		const words = texts.map((text) =>
			text.replace(/after (?:less than a|\d+) minutes?/, 'after some time'),
		);
		expect(words).toEqual(expect.arrayContaining(TEXTS));
	});

	it("leaves no key in logs, executions, the database or the test's log", () => {
		const { n8n, runs, protocol, platform } = day;
		const executions = runs.map(({ execution }) => execution.raw).join('\n');
		const texts = {
			log: n8n.log(),
			executions,
			database: n8n.database(),
			protocol: readFileSync(protocol.file, 'utf8'),
		};
		for (const [place, text] of Object.entries(texts)) {
			expect(text.length, place).toBeGreaterThan(100);
			const found = platform.secrets.filter((secret) => text.includes(secret));
			expect(found, `keys in the ${place}`).toEqual([]);
		}
	});
});

function objectOf({ watch, object }: Reported): string {
	return `${watch} ${object}`;
}
