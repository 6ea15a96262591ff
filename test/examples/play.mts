import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import type { SandboxState } from '../../sandbox/start.mts';
import {
	COMMON_PATHS,
	type Facts,
	type Path,
	type Performance,
	type Scene,
	type Stage,
} from './scene.mts';

/** What an example said, and what n8n has saved of it. */
export interface Spoken {
	messages: string[];
	rows: IDataObject[];
}

/** What makes the paths that all examples have, where a scene does not say otherwise. */
const USUAL: Readonly<Record<string, (stage: Stage, scene: Scene) => Promise<unknown>>> = {
	'answer lost': async (stage, { loses: method = 'GET' }) =>
		await stage.fault({ server: 'platform', kind: 'reset', when: 'after', method, times: 1 }),
	'status 401': async (stage) => await failAll(stage, 401),
	'status 403': async (stage) => await failAll(stage, 403),
	'status 429, once': async (stage) =>
		await stage.fault({ server: 'platform', kind: 'rateLimit', retryAfter: 1, times: 1 }),
	'status 503': async (stage) => await failAll(stage, 503),
};

const failAll = async (stage: Stage, status: number): Promise<unknown> =>
	await stage.fault({ server: 'platform', kind: 'status', status });

/** All paths of a scene that can happen, by name. */
export function pathsOf(scene: Scene): Array<[name: string, path: Path]> {
	const names = new Set([...COMMON_PATHS, ...Object.keys(scene.paths)]);
	return [...names].flatMap((name): Array<[string, Path]> => {
		const own = scene.paths[name] ?? (name === 'key only' ? scene.paths.good : undefined);
		if (typeof own === 'string') return [];
		const usual = USUAL[name];
		const prepare = own?.prepare ?? (usual && (async (stage) => await usual(stage, scene)));
		if (own === undefined && prepare === undefined && name !== 'good' && name !== 'key only')
			throw new Error(`The path '${name}' is missing`);
		return [[name, { ...own, prepare }]];
	});
}

/**
 * Runs an example on one of its paths, and checks that each sentence it says is true then.
 * @returns the messages, as they were sent
 */
export async function play(
	[example, scene]: readonly [string, Scene],
	[name, path]: readonly [string, Path],
	stage: Stage,
	perform: (performance: Performance) => Promise<Spoken>,
): Promise<string[]> {
	await path.prepare?.(stage);
	const before = await stage.state();
	const startedAt = Date.now();
	const performance = {
		example,
		start: path.start ?? scene.start,
		input: path.input ?? (path.start === undefined ? scene.input : undefined),
		answer: path.answer,
		parameters: { ...(await scene.parameters?.(stage)), ...(await path.parameters?.(stage)) },
		keyOnly: name !== 'good',
	};
	const { messages, rows } = await perform(performance);
	const requests = await stage.requests();
	const usage = await stage.usage();
	await stage.clearFaults();
	const after = await stage.state();
	const call: Facts['call'] = async (id, method, params) =>
		await askNode(after, id, { method, params });
	const blocksBehind: Facts['blocksBehind'] = async (id) => await askBlocksBehind(after, id, call);
	const facts = {
		before,
		after,
		requests,
		startedAt,
		rows,
		usage,
		performance,
		call,
		blocksBehind,
	};
	expect(messages, 'messages').not.toEqual([]);
	for (const message of messages) expect(await untrue(message, scene, facts)).toEqual([]);
	return messages;
}

/** What a message says that is not true, or that no statement of the scene is about. */
async function untrue(message: string, { statements }: Scene, facts: Facts): Promise<string[]> {
	let rest = message;
	const wrong: string[] = [];
	for (const [sentence, isTrue] of statements) {
		for (const [said, ...parts] of rest.matchAll(new RegExp(sentence, 'gm'))) {
			rest = rest.replace(said, '');
			if (isTrue !== 'advice' && !(await isTrue(facts, ...parts))) wrong.push(`not true: ${said}`);
		}
	}
	const unknown = rest.split('\n').filter((line) => /\w/.test(line));
	return [...wrong, ...unknown.map((line) => `nobody checks: ${line.trim()}`)];
}

/** Asks a node itself whether it is ready. */
async function askBlocksBehind(
	state: SandboxState,
	id: string,
	call: Facts['call'],
): Promise<number | undefined> {
	const node = state.nodes.find((each) => each.id === id);
	if (node?.status !== 'running') return undefined;
	const { protocol } = state.networks.find((each) => each.id === node.networkId) ?? {};
	if (protocol === 'bitcoin') return 0;
	const syncing = (await call(id, 'eth_syncing', [])) as false | undefined | Record<string, string>;
	if (syncing === undefined) return undefined;
	return syncing === false ? 0 : Number(syncing.highestBlock) - Number(syncing.currentBlock);
}

/** Sends a node a call, past the package. */
async function askNode(
	{ nodes, rpcOrigin }: SandboxState,
	id: string,
	request: { method: string; params: unknown[] },
): Promise<unknown> {
	const key = nodes.find((each) => each.id === id)?.auth.key;
	const response = await fetch(`${rpcOrigin}/${key}/evm`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
	});
	const { result } = response.ok ? ((await response.json()) as { result?: unknown }) : {};
	return result;
}
