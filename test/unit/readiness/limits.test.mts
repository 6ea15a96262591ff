import { describe, expect, it } from 'vitest';

import { ProbeError } from '../../../nodes/shared/families/family';
import type { FaultAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { EndpointProbeClient } from '../../../nodes/shared/readiness/probeClient';
import {
	findBatchSize,
	findLogsRange,
	probeWebSocket,
} from '../../../nodes/shared/readiness/capabilities';
import { answerCalls, callsOf } from '../fixtures/answerCalls.mts';
import { errorAnswer } from '../fixtures/answers.mts';
import { rpcError, scriptedClient } from '../fixtures/probeClient.mts';
import { KEY, familyEndpoint } from '../fixtures/familyEndpoint.mts';
import { fault, type Reply, type Respond } from '../fixtures/requestContext.mts';

const hex = (number: number) => `0x${number.toString(16)}`;

/** The report where so many work, and why no more were tried. */
const works = (max: number, said = `${max} blocks work; more were not tried`) => ({
	result: 'available',
	max,
	evidence: said,
});

describe('the range of blocks of eth_getLogs', () => {
	/** Asks a node that decides by the number of blocks. */
	async function searched(newest: number, answer: (blocks: number) => unknown) {
		const { ask, asked } = scriptedClient((_, [filter]) => {
			const { fromBlock, toBlock } = filter as Record<string, string>;
			return answer(Number(toBlock) - Number(fromBlock) + 1);
		});
		return { finding: await findLogsRange(ask, newest), asked };
	}

	const upTo = (most: number) => (blocks: number) =>
		blocks > most ? rpcError('block range is too large', -32000) : [];

	it.each([
		[999, 100, 1000],
		[1000, 1000, 10_000],
		[99_999, 10_000, 100_000],
	])('is the largest that works on a node that allows %d', async (most, max, refused) => {
		const { finding } = await searched(20_000_000, upTo(most));
		const said = `${refused} blocks returned 'block range is too large (code -32000)'`;
		expect(finding).toEqual(works(max, said));
	});

	it.each([100_000, Infinity])('is not searched beyond 100,000 (%d allowed)', async (most) => {
		expect((await searched(20_000_000, upTo(most))).finding).toEqual(works(100_000));
	});

	it('is searched with four calls, up to the newest block, for an address without logs', async () => {
		const { asked } = await searched(20_000_000, () => []);
		const filter = (from: number) => ({
			fromBlock: hex(from),
			toBlock: hex(20_000_000),
			address: '0x00000000000000000000000000000000000000ff',
		});
		const starts = [19_999_901, 19_999_001, 19_990_001, 19_900_001];
		expect(asked).toEqual(starts.map((from) => ['eth_getLogs', filter(from)]));
	});

	it.each([
		[0, 1, ['0x0']],
		[99, 100, ['0x0']],
		[100, 100, ['0x1']],
		[999, 1000, [hex(900), '0x0']],
	])('stays within a chain with block %d as the newest', async (newest, max, from) => {
		const { finding, asked } = await searched(newest, () => []);
		expect(finding).toEqual(works(max));
		expect(asked.map(([, filter]) => filter)).toMatchObject(
			from.map((fromBlock) => ({ fromBlock, toBlock: hex(newest) })),
		);
	});

	it('is found at once where the limit has the code of a rate limit', async () => {
		const limit = errorAnswer(-32005, 'limit exceeded', undefined, { method: 'eth_getLogs' });
		const { finding, asked } = await searched(20_000_000, (blocks) =>
			blocks > 1000 ? new ProbeError(limit) : [],
		);
		expect(finding).toEqual(works(1000, "10000 blocks returned 'limit exceeded (code -32005)'"));
		expect(asked).toHaveLength(4);
	});

	it('is the largest that works, although a smaller one failed', async () => {
		const fault = new ProbeError({ kind: 'unreachable', reason: 'status 503' });
		const { finding } = await searched(20_000_000, (blocks) =>
			blocks === 1000 ? fault : upTo(10_000)(blocks),
		);
		expect(finding).toEqual(works(10_000, "1000 blocks returned 'status 503'"));
	});

	it.each<[FaultAnswer, string, string]>([
		[
			errorAnswer(-32000, 'block range is too large'),
			'failed',
			'block range is too large (code -32000)',
		],
		[errorAnswer(-32601, 'no'), 'notAvailable', 'no (code -32601)'],
		[{ kind: 'unreachable', reason: 'status 503' }, 'failed', 'status 503'],
	])('is unknown where none works: %j', async (answer, result, said) => {
		const { finding } = await searched(20_000_000, () => new ProbeError(answer));
		expect(finding).toStrictEqual({ result, evidence: `100 blocks returned '${said}'` });
	});

	it.each([
		[null, 'null'],
		[{}, '{}'],
	])('does not count where %j is returned instead of a list', async (result, said) => {
		const { finding } = await searched(20_000_000, (blocks) => (blocks > 100 ? result : []));
		expect(finding).toEqual(works(100, `1000 blocks returned 'no list, but ${said}'`));
		const none = await searched(20_000_000, () => result);
		expect(none.finding).toStrictEqual({
			result: 'failed',
			evidence: `100 blocks returned 'no list, but ${said}'`,
		});
	});
});

describe('the size of batches', () => {
	async function searched(respond: Respond, findsLimits = true, mostCalls?: number) {
		const { endpoint, sent, ...context } = familyEndpoint('evm', respond);
		const ask = new EndpointProbeClient(endpoint, context);
		const finding = await findBatchSize(ask, findsLimits, mostCalls);
		return { finding, sent, calls: sent.flatMap(callsOf).length };
	}

	/** A node that answers batches of up to this many calls in full. */
	const upTo =
		(most: number, beyond: Reply): Respond =>
		(sent) =>
			callsOf(sent).length > most ? beyond : answerCalls(sent, () => ({ result: '0x1' }));

	it.each([
		[0, 2, 2],
		[11, 2, 2],
		[12, 10, 12],
		[61, 10, 12],
		[62, 50, 62],
		[162, 100, 162],
	])('takes no more than %d calls besides the smallest', async (mostCalls, max, calls) => {
		const respond = upTo(100, {});
		const found = await searched(respond, true, mostCalls);
		expect(found).toMatchObject({ finding: { result: 'available', max }, calls });
	});

	const rejection = (id: number | null, message: string) => ({
		jsonrpc: '2.0',
		id,
		error: { code: -32600, message },
	});
	const tooLarge = { body: rejection(null, 'batch too large') };

	it.each([
		[9, 2, 10],
		[10, 10, 50],
		[99, 50, 100],
	])('is the largest that a node that allows %d answers', async (most, max, refused) => {
		const { finding } = await searched(upTo(most, tooLarge));
		expect(finding).toEqual(
			works(max, `${refused} calls returned 'batch too large (code -32600)'`),
		);
	});

	it.each([100, 1000])('is not searched beyond 100 (%d allowed)', async (most) => {
		const { finding, sent, calls } = await searched(upTo(most, tooLarge));
		expect(finding).toEqual(works(100, '100 calls work; more were not tried'));
		expect(sent.map((each) => callsOf(each).length)).toEqual([2, 10, 50, 100]);
		expect(calls).toBe(162);
	});

	it('is not searched beyond 10 unless that is wanted', async () => {
		const { finding, calls } = await searched(upTo(1000, tooLarge), false);
		expect(finding).toMatchObject({ max: 10, evidence: '10 calls work; more were not tried' });
		expect(calls).toBe(12);
	});

	it('is searched with calls for the chain, and no further than the first that is refused', async () => {
		const { finding, sent, calls } = await searched(upTo(2, tooLarge));
		expect(finding).toMatchObject({ max: 2 });
		expect(calls).toBe(12);
		expect(sent).toHaveLength(2);
		expect(sent[0]).toMatchObject({ method: 'POST', url: `https://nodes.example.com/${KEY}/evm` });
		expect(callsOf(sent[0])).toEqual([
			{ jsonrpc: '2.0', method: 'eth_chainId', params: [], id: 1 },
			{ jsonrpc: '2.0', method: 'eth_chainId', params: [], id: 2 },
		]);
	});

	const one = { jsonrpc: '2.0', id: 1, result: '0x1' };
	const limit = { code: -32005, message: 'RPS limit' };

	/** The response of an endpoint, its meaning for the smallest batch, and how it is reported. */
	const FLAWS: Array<[string, Reply, 'notAvailable' | 'failed', string]> = [
		['an error', tooLarge, 'notAvailable', 'batch too large (code -32600)'],
		['one response', { body: one }, 'notAvailable', 'one response for all of them'],
		['one response in a list', { body: [one] }, 'notAvailable', '1 of $ responses'],
		[
			'a web page',
			{ body: '<html>' },
			'notAvailable',
			'a web page instead of JSON, check the address',
		],
		[
			'a limit for one of the calls',
			{ body: [{ jsonrpc: '2.0', id: 2, error: limit }, one] },
			'failed',
			'RPS limit',
		],
		[
			'an error for each of the calls',
			{ body: [rejection(1, 'too large'), rejection(2, 'too large')] },
			'notAvailable',
			'too large (code -32600)',
		],
		[
			'an error in a list',
			{ body: [rejection(1, 'too large')] },
			'notAvailable',
			'too large (code -32600)',
		],
		['status 429', { status: 429 }, 'failed', 'too many requests (status 429)'],
		['status 503', { status: 503 }, 'failed', 'status 503'],
	];

	it.each(FLAWS)(
		'is unknown, or none, where two calls return %s',
		async (_, reply, result, said) => {
			const { finding, sent } = await searched(() => reply);
			const flaw = said.replace('$', '2');
			expect(finding).toStrictEqual({ result, evidence: `2 calls returned '${flaw}'` });
			expect(sent).toHaveLength(1);
		},
	);

	it.each<[string, (id: number) => object | undefined, string]>([
		[
			'needs a response to each call',
			(id) => (id === 7 ? undefined : { result: 1 }),
			'9 of 10 responses',
		],
		[
			'is smaller where a limit of calls per second ends the search with calls missing',
			(id) => (id < 5 ? { result: 1 } : id < 9 ? undefined : { error: limit }),
			'RPS limit',
		],
	])('%s', async (_, answerTo, said) => {
		const { finding } = await searched((sent) => answerCalls(sent, ({ id }) => answerTo(id)));
		expect(finding).toEqual(works(2, `10 calls returned '${said}'`));
	});
});

describe('the WebSocket address', () => {
	async function asked(respond: Respond) {
		const { endpoint, ...context } = familyEndpoint('evm', respond);
		return await probeWebSocket(endpoint, endpoint.url, context);
	}

	it.each<[number, unknown]>([
		[400, 'Bad Request'],
		[426, ''],
		[200, { jsonrpc: '2.0', id: null, result: null }],
	])('works where it responds with status %d: %j', async (status, body) => {
		const finding = await asked(() => ({ status, body }));
		expect(finding).toStrictEqual({
			result: 'available',
			httpStatus: status,
			evidence: `responds with status ${status}`,
		});
	});

	it.each<[number, unknown, string, string]>([
		[404, '', 'notAvailable', 'key or path wrong (status 404)'],
		[401, '', 'notOnThisPlan', 'the endpoint did not accept the key (status 401)'],
		[503, '', 'failed', 'status 503'],
		[200, '<html>', 'failed', 'a web page instead of JSON, check the address'],
		[
			200,
			{ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'no such method' } },
			'notAvailable',
			'no such method',
		],
	])('does not work where it responds with status %d: %j', async (status, body, result, said) => {
		const finding = await asked(() => ({ status, body }));
		expect(finding).toStrictEqual({ result, httpStatus: status, evidence: said });
	});

	it('is unknown where nothing responds', async () => {
		const finding = await asked(() => {
			throw fault('ECONNREFUSED', 'connect');
		});
		expect(finding).toStrictEqual({
			result: 'failed',
			evidence: 'connection refused, nothing is listening there',
		});
	});
});
