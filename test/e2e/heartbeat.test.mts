import { mkdirSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
	credentialData,
	startSandboxProcess,
	type SandboxProcess,
} from '../../scripts/lib/sandboxProcess.mts';
import { credentialType } from './support/credentialType.mts';
import { OwnN8n } from './support/day/ownN8n.mts';
import { DeadMansSwitch } from './support/deadMansSwitch.mts';
import { switchesOf } from './support/sandbox.mts';
import { shortenMinutes } from './support/shortMinutes.mts';
import { everySeconds, triggerName, triggerWorkflow } from './support/triggerWorkflow.mts';
import { world } from './support/world.mts';

// Each way in which a watch can die, in a real n8n whose heartbeats go to a dead man's switch on this machine.
// The minutes between heartbeats last two seconds.

const MINUTE_MS = 2000;
const EVERY_MS = 5 * MINUTE_MS;
const POLL_SECONDS = 2;
/** Polls that wait for endpoints that hang take about 10 s here: one may begin just before a heartbeat is due. */
const GRACE_MS = 20_000;

let n8n: OwnN8n;
let deadMansSwitch: DeadMansSwitch;
const sandboxes: SandboxProcess[] = [];
const workflows = new Map<string, { id: string; versionId: string }>();

beforeAll(async () => {
	const folder = join(world.folder, 'heartbeat');
	mkdirSync(folder, { recursive: true });
	deadMansSwitch = await DeadMansSwitch.start(EVERY_MS + GRACE_MS);
	const start = async (name: string): Promise<SandboxProcess> =>
		await startSandboxProcess({ logFile: join(folder, `${name}.log`) });
	const [started, ...processes] = await Promise.all([
		OwnN8n.create(folder, (packageFolder) => shortenMinutes(packageFolder, MINUTE_MS)),
		...['usual', 'revoked', 'unreachable'].map(start),
	]);
	n8n = started;
	sandboxes.push(...processes);
}, 300_000);

afterAll(async () => {
	await Promise.all([
		n8n?.end(),
		deadMansSwitch?.stop(),
		...sandboxes.map(async (each) => await each.stop()),
	]);
});

/** Activates a workflow that hands each heartbeat on with one HTTP Request node. */
async function watch(name: string, sandbox: SandboxProcess): Promise<void> {
	const { client } = n8n;
	const credential = await client.putCredential(name, credentialType, credentialData(sandbox));
	const workflow = triggerWorkflow({
		name,
		parameters: {
			pollTimes: everySeconds(POLL_SECONDS),
			event: 'readinessChanged',
			watch: 'all',
			options: { heartbeatEvery: 5 },
		},
		credential,
	});
	const [trigger] = workflow.nodes;
	const request = {
		id: randomUUID(),
		name: 'Send Heartbeat',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [220, 0],
		parameters: {
			method: 'POST',
			url: deadMansSwitch.urlOf(name),
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ $json }}',
			options: {},
		},
	};
	const saved = await client.createWorkflow({
		...workflow,
		nodes: [trigger, request],
		connections: {
			[triggerName]: { main: [[{ node: request.name, type: 'main', index: 0 }]] },
		},
	});
	await client.activate(saved.id, saved.versionId);
	workflows.set(name, saved);
}

/** Waits until a dead man's switch would raise the alarm. @param since when it died */
async function becomesLate(name: string, since: number): Promise<void> {
	const isLate = (): boolean => deadMansSwitch.isLate(name);
	await expect.poll(isLate, { timeout: 60_000, interval: 100 }).toBe(true);
	// One may have been on its way.
	const lastAt = deadMansSwitch.of(name).at(-1)?.at ?? 0;
	expect(lastAt - since, name).toBeLessThan(GRACE_MS);
}

it('heartbeats arrive while the watch works, and stop in each way in which it can die', async () => {
	const [usual, revoked, unreachable] = sandboxes;
	await watch('well', usual);
	await watch('off', usual);
	await watch('revoked', revoked);
	await watch('unreachable', unreachable);
	for (const name of workflows.keys())
		await expect
			.poll(() => deadMansSwitch.of(name).length, { timeout: 60_000, interval: 100 })
			.toBeGreaterThan(1);
	const [first] = deadMansSwitch.of('well');
	expect(first.body).toMatchObject({ kind: 'heartbeat', healthy: true, unhealthyCount: 0 });
	expect(first.body.healthyCount).toBe(first.body.watched);

	await switchesOf(usual.url).fault({ server: 'rpc', kind: 'hang' });
	await switchesOf(revoked.url).fault({ server: 'platform', kind: 'echoKey', status: 401 });
	await unreachable.stop();
	const { id, versionId } = workflows.get('off') ?? { id: '', versionId: '' };
	await n8n.client.deactivate(id, versionId);
	const diedAt = Date.now();
	for (const name of ['off', 'revoked', 'unreachable']) await becomesLate(name, diedAt);

	// All endpoints hang, and the watch says so.
	await expect
		.poll(() => deadMansSwitch.of('well').at(-1)?.body, { timeout: 60_000, interval: 100 })
		.toMatchObject({ healthyCount: 0, unhealthyCount: first.body.watched });
	expect(deadMansSwitch.longestGap('well')).toBeLessThan(deadMansSwitch.limitMs);

	await n8n.kill();
	const killedAt = Date.now();
	n8n.removePackage();
	// n8n runs again, without the package.
	await n8n.start();
	await becomesLate('well', killedAt);
}, 240_000);
