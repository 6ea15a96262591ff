import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '../../unit/fixtures/processorTime.mts';
import { jsons, numbered, told, usePlatform } from '../fixtures/platform.mts';
import { readyNode, useServer, type Reply, type RpcCall } from '../fixtures/server.mts';

const platform = usePlatform({ time: 'real' });
const server = useServer(readyNode);
const key = 'abcdef0123456789abcdef0123456789';
const MB = 1_000_000;

/** The outcome of a run, the processor time that it took, and by how much the process grew. */
interface Measured {
	outputs: ReadonlyArray<Record<string, unknown>>;
	message: string;
	spentMs: number;
	grownBytes: number;
}

async function measured(work: () => ReturnType<typeof platform.run>): Promise<Measured> {
	server.seen.length = 0;
	const before = process.memoryUsage().rss;
	let most = before;
	const watch = setInterval(() => {
		most = Math.max(most, process.memoryUsage().rss);
	}, 5);
	const elapsedMs = measureProcessorMs();
	const report = await work();
	const spentMs = elapsedMs();
	clearInterval(watch);
	return {
		outputs: jsons(report.output) as Measured['outputs'],
		message: told(report).message,
		spentMs,
		grownBytes: most - before,
	};
}

/** Calls the server as a node endpoint. */
async function rpc(
	operation: 'checkSync' | 'call',
	count = 1,
	options: object = {},
): Promise<Measured> {
	return await measured(
		async () =>
			await platform.run(
				['jsonRpc', operation],
				{ endpointSource: 'url', url: `${server.url}/${key}`, options },
				{ credentials: {}, items: numbered(count), node: { onError: 'continueRegularOutput' } },
			),
	);
}

/** Reads a list from the server as if it were the management API. */
async function list(options: object = {}): Promise<Measured> {
	return await measured(
		async () => await platform.runAt(server, ['node', 'getAll'], { returnAll: true, options }),
	);
}

describe('20,000 nested brackets', () => {
	const nested = '['.repeat(20_000) + ']'.repeat(20_000);
	const answers: Record<string, (id: number) => string> = {
		'a result': (id) => `{"jsonrpc":"2.0","id":${id},"result":${nested}}`,
		'data of an error': (id) =>
			`{"jsonrpc":"2.0","id":${id},"error":{"code":1,"message":"x","data":${nested}}}`,
	};

	it.each(Object.keys(answers))('as %s give a clear result', async (where) => {
		const answer = answers[where];
		server.answer = ({ json }) => ({
			body: Array.isArray(json)
				? `[${(json as RpcCall[]).map(({ id }) => answer(id)).join()}]`
				: answer((json as RpcCall).id),
		});
		for (const count of [1, 3]) {
			const check = await rpc('checkSync', count);
			expect(check.outputs).toHaveLength(count);
			for (const output of check.outputs) {
				expect(output).toMatchObject({
					ready: false,
					state: 'invalidResponse',
					reason: 'the response is nested too deeply',
				});
			}
			const call = await rpc('call', count);
			for (const { error } of call.outputs) expect(error).toContain('is nested too deeply');
			expect(server.seen.length).toBeLessThanOrEqual(4);
			expect(check.spentMs + call.spentMs).toBeLessThan(4000);
		}
	});

	it.each<[string, Reply]>([
		['an error', { status: 400, body: `{"error":${nested}}` }],
		['a record', { body: `{"results":[${nested}]}` }],
		['a member of a record', { body: `{"results":[{"id":"ND-1-2-3","details":${nested}}]}` }],
	])('as %s of the management API give a clear message', async (_, reply) => {
		server.answer = () => reply;
		const { message, spentMs } = await list();
		expect(message).toContain('Chainstack');
		expect(message).not.toContain('Something unexpected');
		expect(message.length).toBeLessThan(1000);
		expect(server.seen).toHaveLength(1);
		expect(spentMs).toBeLessThan(2000);
	});
});

describe('a megabyte of', () => {
	const rpcError = (error: object): Reply => ({ body: { jsonrpc: '2.0', id: 1, error } });
	const limit = (asked: string): Reply =>
		rpcError({ code: -32005, message: 'limit', data: { try_again_in: asked } });
	const bodies: Record<string, Reply> = {
		'"<title"': { body: '<title'.repeat(MB / 6) },
		'a title': { status: 400, body: `<title>${'x y'.repeat(MB / 3)}</title>` },
		'spaces before text': { status: 400, body: `${' '.repeat(MB)}x` },
		'digits as time to wait': limit('1'.repeat(MB)),
		data: rpcError({ code: 1, message: 'x', data: 'd'.repeat(MB) }),
		'an id': { body: { jsonrpc: '2.0', id: 'i'.repeat(MB), result: 1 } },
	};

	it.each(Object.keys(bodies))('%s is read quickly', async (name) => {
		server.answer = () => bodies[name];
		const options = { limits: { maxRetries: 1 } };
		const runs = [
			await rpc('checkSync', 1, options),
			await rpc('call', 1, options),
			await list(options),
		];
		for (const { spentMs, outputs } of runs) {
			expect(spentMs).toBeLessThan(2000);
			expect(JSON.stringify(outputs).length).toBeLessThan(3000);
		}
		expect(runs[2].message.length).toBeLessThan(1000);
		expect(server.seen.length).toBeLessThanOrEqual(2);
	});
});

describe('an answer that decompresses to 400 MB', () => {
	const part = gzipSync(Buffer.alloc(MB, 'a'));
	const start = '{"jsonrpc":"2.0","id":1,"result":"';
	const packed = (): Uint8Array =>
		Buffer.concat([gzipSync(start), ...Array.from({ length: 400 }, () => part)]);

	it('is abandoned at the limit', async () => {
		server.answer = () => ({ headers: { 'content-encoding': 'gzip' }, body: packed() });
		const check = await rpc('checkSync');
		expect(check.outputs).toMatchObject([
			{
				state: 'invalidResponse',
				reason: 'the response is larger than 128 MB and was not read',
				attempts: 1,
			},
		]);
		expect(server.seen).toHaveLength(1);
		const pages = await list();
		expect(pages.message).toContain('larger than 64 MB and was not read');
		expect(server.seen).toHaveLength(1);
		for (const { grownBytes, spentMs } of [check, pages]) {
			expect(grownBytes).toBeLessThan(250 * MB);
			expect(spentMs).toBeLessThan(10_000);
		}
	});
});
