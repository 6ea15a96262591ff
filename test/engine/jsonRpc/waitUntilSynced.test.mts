import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';
import {
	answering,
	readyNode,
	useServer,
	type Reply,
	type SeenRequest,
} from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const wait = ['jsonRpc', 'waitUntilSynced'] as const;
const quick = { limits: { maxRetries: 0, timeout: 2 } };
const soon = { waitInterval: 1, waitLimit: 5 };

/** Gives these answers to successive checks of an endpoint; the last one is repeated. */
function answerInTurn(turns: Record<string, readonly unknown[]>): void {
	const probes = new Map<string, number>();
	server.answer = (request) => {
		const { url } = request;
		const name = /^\/key0of0the0(\w+)\//.exec(url)?.[1] ?? '';
		const before = probes.get(name) ?? 0;
		probes.set(name, before + 1);
		const result = turns[name].at(Math.min(before, turns[name].length - 1));
		if (typeof result === 'number') return { status: result };
		return answering(() => ({ result }))(request);
	};
}

describe('Endpoint · Wait Until Synced', () => {
	it('needs several ready answers in a row, and waits for many endpoints in parallel', async () => {
		answerInTurn({
			ready: [false],
			late: [true, false],
			relapse: [false, true, false],
			broken: [false, 500, null, false],
			never: [{ currentBlock: '0x1', highestBlock: '0x3' }],
			locked: [401],
		});
		const names = ['ready', 'late', 'relapse', 'broken', 'never', 'locked'];
		const run = await platform.runAtUrl(
			server,
			wait,
			{
				url: `={{ "${server.url}/key0of0the0" + $json.name }}`,
				...soon,
				options: { label: '={{ $json.name }}' },
			},
			{
				items: names.map((name) => ({ json: { name } })),
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(run.error).toBeUndefined();
		expect(run.executionTimeMs).toBe(4750);
		expect(pairs(run.output)).toEqual([0, 1, 2, 3, 4, 5]);
		const ready = { ready: true, state: 'ready', successfulChecks: 2 };
		expect(jsons(run.output).slice(0, 4)).toMatchObject([
			{ ...ready, wait: { attempts: 2, lastState: 'ready' }, label: 'ready' },
			{ ...ready, wait: { attempts: 3, lastState: 'ready' }, label: 'late' },
			{ ...ready, wait: { attempts: 4, lastState: 'ready' }, label: 'relapse' },
			{ ...ready, wait: { attempts: 5, lastState: 'ready' }, label: 'broken' },
		]);
		expect(run.output[0].json.wait).toMatchObject({ elapsedMs: 1000 });
		expectDescribed(wait, run.output.slice(0, 4));
		const [never, locked] = jsons(run.output).slice(4) as Array<{ error: string }>;
		expect(never.error).toMatch(
			/^Waited 5 s for the endpoint to be synchronized \(6 attempts\); the last state was 'syncing' \(2 blocks behind\)\./,
		);
		expect(locked.error).toContain('did not accept the key');
		expect(locked.error).toContain('Check the key of the endpoint');
		expect(server.seen.filter(({ url }) => url.includes('locked'))).toHaveLength(1);
	});

	it('ends at once with one ready answer when one is enough', async () => {
		const items = numbered(200);
		const run = await platform.runAtUrl(server, wait, { successfulChecks: 1 }, { items });
		expect(run.output).toHaveLength(200);
		expect(jsons(run.output)[199]).toMatchObject({
			ready: true,
			wait: { attempts: 1, lastState: 'ready' },
		});
		expect(server.seen).toHaveLength(2);
	});

	/** Answers as a platform with one node whose endpoint is this server, and counts the look-ups. */
	function nodeServer(
		nodeAnswers: ReadonlyArray<number | object>,
		endpoint: (request: SeenRequest) => Reply = readyNode,
	): () => number {
		let lookUps = 0;
		server.answer = (request) => {
			if (request.method === 'POST') return endpoint(request);
			if (request.url.includes('networks')) return { body: { id: 'NW-1-2', protocol: 'ethereum' } };
			const now = nodeAnswers[Math.min(lookUps, nodeAnswers.length - 1)];
			lookUps += 1;
			if (typeof now === 'number') return { status: now, body: {} };
			const details = { https_endpoint: server.url, auth_key: 'key0of0nd0123' };
			return { body: { id: 'ND-1-2-3', network: 'NW-1-2', details, ...now } };
		};
		return () => lookUps;
	}

	const ofNode = { endpointSource: 'node', nodeId: 'ND-1-2-3', successfulChecks: 1, ...soon };
	const onPlatform = () => ({ credentials: platform.credential({ baseUrl: server.url }) });

	it('waits for a node that gets its endpoint later', async () => {
		nodeServer([{ status: 'pending', details: {} }, { status: 'pending' }]);
		const run = await platform.succeed(wait, ofNode, onPlatform());
		const expected = { ready: true, nodeId: 'ND-1-2-3', wait: { attempts: 2 } };
		expect(jsons(run.output)).toMatchObject([expected]);
		expect(run.text()).not.toContain('key0of0nd0123');
	});

	it('looks up a node again after a look-up that failed', async () => {
		const lookUps = nodeServer([503, 502, { status: 'running' }]);
		const run = await platform.succeed(wait, ofNode, onPlatform());
		expect(jsons(run.output)).toMatchObject([{ ready: true, wait: { attempts: 3 } }]);
		expect(lookUps()).toBe(3);
	});

	it.each([403, 404])('ends when the look-up of its node is answered with %d', async (status) => {
		const lookUps = nodeServer([status]);
		const run = await platform.run(wait, ofNode, onPlatform());
		expect(run.error).toBeDefined();
		expect(lookUps()).toBe(1);
	});

	it('ends when the deployment of its node failed', async () => {
		nodeServer([{ status: 'pending' }, { status: 'failed', details: {} }], () => ({ status: 404 }));
		const run = await platform.run(wait, ofNode, onPlatform());
		expect(told(run).message).toContain('ND-1-2-3 is not ready');
		expect(told(run).message).toMatch(/\(2 attempts in 1 s\)/);
		expect(told(run).description).toContain('Its deployment failed');
		expect(told(run).description).toContain("'Stop Early'");
	});

	it.each([404, 401])(
		'continues to wait while a node whose endpoint answers %d is being deployed',
		async (status) => {
			const lookUps = nodeServer([{ status: 'pending' }, { status: 'running' }], (request) =>
				lookUps() < 2 ? { status } : readyNode(request),
			);
			const run = await platform.run(wait, ofNode, onPlatform());
			expect(jsons(run.output)).toMatchObject([{ ready: true, wait: { attempts: 2 } }]);
		},
	);

	// Which answers last is held by the unit tests.
	describe.each<[string, (request: SeenRequest) => Reply, string, string]>([
		['404', () => ({ status: 404 }), 'key or path wrong', 'Check the key and the path'],
		[
			'a quota',
			answering(() => ({ error: { code: -32000, message: 'Monthly quota exceeded' } })),
			'quota',
			'next billing period',
		],
	])('%s', (kind, answer, reason, hint) => {
		// With the usual number of retries and timeout.
		const usual = { limits: { maxRetries: 4, timeout: 10 } };
		const given = { ...soon, waitLimit: 2, options: usual };

		it('ends the wait at once', async () => {
			server.answer = answer;
			const run = await platform.runAtUrl(server, wait, given);
			expect(told(run).message).toContain(reason);
			expect(told(run).description).toContain(hint);
			expect(told(run).description).toContain("turn off 'Stop Early'");
			// An address that answers 404 is tried once as it was pasted as well.
			expect(server.seen).toHaveLength(kind === '404' ? 2 : 1);
		});

		it('is waited for where Stop Early is off, and named at the end', async () => {
			server.answer = answer;
			const options = { ...usual, stopEarly: false };
			const run = await platform.runAtUrl(server, wait, { ...given, options });
			expect(told(run).message).toMatch(/^Waited 2 s for the endpoint to be synchronized/);
			expect(told(run).message).toContain(reason);
			expect(told(run).description).toContain(hint);
			expect(server.seen.length).toBeGreaterThan(1);
		});
	});

	it('refuses to wait for no ready answer', async () => {
		const run = await platform.run(wait, { options: quick, successfulChecks: 0 });
		expect(told(run).message).toContain('Successful Checks in a Row');
		expect(platform.requests()).toEqual([]);
	});

	describe('Check: Health', () => {
		const hex = (number: number): string => `0x${Math.floor(number).toString(16)}`;
		/** A node that reports from the start that it is synced. */
		const serve = (ages: number[]) => {
			let requests = 0;
			server.answer = (request) => {
				const age = ages[Math.min(requests, ages.length - 1)];
				requests += 1;
				const results: Record<string, unknown> = {
					eth_syncing: false,
					eth_blockNumber: '0x5',
					eth_chainId: '0x1',
					eth_getBlockByNumber: { number: '0x5', timestamp: hex(Date.now() / 1000 - age) },
				};
				return answering(({ method }) => ({ result: results[method] }))(request);
			};
		};
		const waiting = async (parameters: object) =>
			await platform.runAtUrl(server, wait, { ...soon, ...parameters });

		it('waits for a recent block, whatever eth_syncing says', async () => {
			serve([100_000, 3]);
			const run = await waiting({ check: 'health', successfulChecks: 1 });
			expect(jsons(run.output)).toMatchObject([{ ready: true, wait: { attempts: 2 } }]);
			serve([100_000]);
			const old = await waiting({ check: 'health', waitLimit: 2 });
			expect(told(old).message).toContain('s old, more than the 72 s allowed');
			const unaware = await waiting({ successfulChecks: 1 });
			expect(jsons(unaware.output)).toMatchObject([{ ready: true, wait: { attempts: 1 } }]);
		});

		it("does not wait for a node on another chain than its network's", async () => {
			const nodeId = 'ND-123-456-789';
			platform.sandbox.setRpcBehaviour(nodeId, { chainId: 11155111 });
			const run = await platform.run(wait, {
				endpointSource: 'node',
				nodeId,
				check: 'health',
				...soon,
				options: quick,
			});
			expect(told(run).message).toContain('it is on chain 11155111');
			expect(told(run).description).toContain('Check the address of the endpoint');
		});
	});
});
