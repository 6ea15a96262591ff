import { mkdirSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../scripts/lib/ports.mts';
import {
	credentialData,
	startSandboxProcess,
	type SandboxProcess,
} from '../../scripts/lib/sandboxProcess.mts';
import { credentialType } from './support/credentialType.mts';
import { OwnN8n } from './support/day/ownN8n.mts';
import { DeadMansSwitch, type Moment } from './support/deadMansSwitch.mts';
import { Forward } from './support/network/forward.mts';
import { OwnNetwork } from './support/network/ownNetwork.mts';
import { switchesOf } from './support/sandbox.mts';
import { shortenMinutes } from './support/shortMinutes.mts';
import { everySeconds, triggerName, triggerWorkflow } from './support/triggerWorkflow.mts';
import { world } from './support/world.mts';

// Each way in which a watch can die, in a real n8n whose heartbeats go to a dead man's switch on this machine.
// The minutes between heartbeats last a second. Where n8n works, time is counted by a workflow of its own that ticks:
// so a busy machine, on which n8n works slowly, makes no heartbeat late, and the ticks show that only the watch died.

const TICK_MS = 1000;
const MINUTE_MS = 1000;
const EVERY_MS = 5 * MINUTE_MS;
const POLL_SECONDS = 2;
const GRACE_MS = 5000;
const LIMIT_MS = EVERY_MS + GRACE_MS;
/** Polls that wait for endpoints that hang take so long: one that begins just before a heartbeat is due, and the next. */
const HANGING_MS = 2 * 10_000;

const obstacle = OwnNetwork.findObstacle();
if (obstacle !== undefined)
	console.warn(
		`n8n without a network is not tested, because it can have none of its own: ${obstacle}`,
	);

let n8n: OwnN8n;
let network: OwnNetwork | undefined;
let deadMansSwitch: DeadMansSwitch;
/** Between n8n and the platform. */
let wayToPlatform: Forward;
let unreachableUrl: string;
/** The one of most watches, and the one whose key is revoked. */
let usual: SandboxProcess;
let revoked: SandboxProcess;
const workflows = new Map<string, { id: string; versionId: string }>();

beforeAll(async () => {
	const folder = join(world.folder, 'heartbeat');
	mkdirSync(folder, { recursive: true });
	deadMansSwitch = await DeadMansSwitch.start(TICK_MS);
	const start = async (name: string): Promise<SandboxProcess> =>
		await startSandboxProcess({ logFile: join(folder, `${name}.log`) });
	[usual, revoked] = await Promise.all(['usual', 'revoked'].map(start));
	const ports = [usual, revoked].flatMap(({ url, rpcUrl }) => [url, rpcUrl].map(portOf));
	const [wayPort] = await freePorts(1);
	wayToPlatform = await Forward.start(wayPort, portOf(usual.url));
	unreachableUrl = `http://127.0.0.1:${wayPort}`;
	if (obstacle === undefined) {
		const reached = [deadMansSwitch.port, wayPort, ...ports];
		network = await OwnNetwork.create(reached, join(folder, 'network.log'));
	}
	const prepare = (packageFolder: string): void => shortenMinutes(packageFolder, MINUTE_MS);
	n8n = await OwnN8n.create(folder, { prepare, network });
}, 300_000);

afterAll(async () => {
	await n8n?.end();
	const others = [network, deadMansSwitch, usual, revoked, wayToPlatform];
	await Promise.all(others.map(async (each) => await each?.stop()));
});

function portOf(url: string): number {
	return Number(new URL(url).port);
}

/** Activates a workflow that hands what its trigger gives to the dead man's switch, with one HTTP Request node. */
async function activate(name: string, trigger: object, jsonBody: string): Promise<void> {
	const { client } = n8n;
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
			jsonBody,
			options: {},
		},
	};
	const saved = await client.createWorkflow({
		name,
		nodes: [{ ...trigger, name: triggerName }, request],
		connections: {
			[triggerName]: { main: [[{ node: request.name, type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	});
	await client.activate(saved.id, saved.versionId);
	workflows.set(name, saved);
}

async function watch(name: string, data: ReturnType<typeof credentialData>): Promise<void> {
	const credential = await n8n.client.putCredential(name, credentialType, data);
	const { nodes } = triggerWorkflow({
		name,
		parameters: {
			pollTimes: everySeconds(POLL_SECONDS),
			event: 'readinessChanged',
			watch: 'all',
			options: { heartbeatEvery: 5 },
		},
		credential,
	});
	await activate(name, nodes[0], '={{ $json }}');
}

/** Lets n8n itself tick, whatever happens to the watches. */
async function tick(): Promise<void> {
	const trigger = {
		id: randomUUID(),
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		position: [0, 0],
		parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: TICK_MS / 1000 }] } },
	};
	await activate('n8n', trigger, '{ "kind": "tick" }');
}

/** Waits until n8n has worked for a time. */
async function worksFor(milliseconds: number): Promise<void> {
	const end = deadMansSwitch.now.workedMs + milliseconds;
	await expect
		.poll(() => deadMansSwitch.now.workedMs, { timeout: 100_000, interval: 100 })
		.toBeGreaterThanOrEqual(end);
}

/** Waits for a heartbeat that says something. */
async function saysNext(name: string, what: object, since = deadMansSwitch.now): Promise<void> {
	const last = (): object | undefined =>
		deadMansSwitch.of(name).findLast(({ at }) => at > since.at)?.body;
	await expect.poll(last, { timeout: 60_000, interval: 100 }).toMatchObject(what);
}

/** Checks that the last heartbeat left before a watch died, or then: one may have been on its way. */
function expectDead(name: string, { workedMs }: Moment): void {
	expect(deadMansSwitch.of(name).at(-1)?.workedMs, name).toBeLessThan(workedMs + GRACE_MS);
}

const healthy = { kind: 'heartbeat', healthy: true, unhealthyCount: 0, unknownCount: 0 };

describe('a dead man’s switch that gets the heartbeats', () => {
	it('is silent while the watch works, and notices each way of dying that leaves n8n alive', async () => {
		await tick();
		await watch('well', credentialData(usual));
		await watch('off', credentialData(usual));
		await watch('revoked', credentialData(revoked));
		await watch('unreachable', { ...credentialData(usual), baseUrl: unreachableUrl });
		const watches = ['well', 'off', 'revoked', 'unreachable'];
		for (const name of watches)
			await expect
				.poll(() => deadMansSwitch.of(name).length, { timeout: 60_000, interval: 100 })
				.toBeGreaterThan(1);
		const [first] = deadMansSwitch.of('well');
		expect(first.body).toMatchObject(healthy);
		expect(first.body.healthyCount).toBe(first.body.watched);
		for (const name of watches)
			expect(deadMansSwitch.longestGap(name), name).toBeLessThan(LIMIT_MS);

		await switchesOf(usual.url).fault({ server: 'rpc', kind: 'hang' });
		await switchesOf(revoked.url).fault({ server: 'platform', kind: 'echoKey', status: 401 });
		await wayToPlatform.stop();
		const { id, versionId } = workflows.get('off') ?? { id: '', versionId: '' };
		await n8n.client.deactivate(id, versionId);
		const died = deadMansSwitch.now;
		// All endpoints hang, and the watch says so.
		await saysNext('well', { healthyCount: 0, unhealthyCount: first.body.watched }, died);
		await worksFor(LIMIT_MS + GRACE_MS - (deadMansSwitch.now.workedMs - died.workedMs));
		for (const name of ['off', 'revoked', 'unreachable']) expectDead(name, died);
		expect(deadMansSwitch.longestGap('well')).toBeLessThan(LIMIT_MS + HANGING_MS);
	}, 240_000);

	it('notices that the network of n8n is down, and that it is back', async ({ skip }) => {
		if (network === undefined) skip(`n8n can have no network of its own here: ${obstacle}`);
		await switchesOf(usual.url).reset();
		await saysNext('well', healthy);
		network?.goDown();
		const died = deadMansSwitch.now;
		const isLate = (): boolean => Date.now() - died.at > LIMIT_MS + GRACE_MS;
		await expect.poll(isLate, { timeout: 60_000, interval: 100 }).toBe(true);
		expectDead('well', died);
		// Its ticks do not arrive either.
		expect(deadMansSwitch.now.workedMs).toBeLessThan(died.workedMs + GRACE_MS);
		network?.comeUp();
		await saysNext('well', healthy);
	}, 120_000);

	it('notices that n8n was killed, and that it works again without the package', async () => {
		await n8n.kill();
		const died = deadMansSwitch.now;
		n8n.removePackage();
		await n8n.start();
		// n8n works, and the watch does not.
		await worksFor(LIMIT_MS);
		expectDead('well', died);
	}, 240_000);
});
