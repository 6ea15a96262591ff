import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import { blocksOf, probeSync } from '../../../nodes/shared/readiness/probe';
import { assessHealth } from '../../../nodes/shared/readiness/health';
import { FAMILIES } from '../../../nodes/shared/families';
import { playedFamilies } from '../../../sandbox/jsonRpc/families.mts';
import type { FamilyCondition } from '../../../sandbox/jsonRpc/familyAnswers.mts';
import { answerCalls } from '../fixtures/answerCalls.mts';
import { sharing } from '../fixtures/sharing.mts';
import { familyAnswer, familyEndpoint, KEY, serving } from '../fixtures/familyEndpoint.mts';
import type { Reply, Sent } from '../fixtures/requestContext.mts';

/** A server that simulates a node of a family. */
const node =
	(family: string, condition: FamilyCondition) =>
	(sent: Sent): Reply =>
		familyAnswer(family, condition, sent);

async function checkSync(family: FamilyName, respond: (sent: Sent) => Reply | Promise<Reply>) {
	const { endpoint, sent, ...parts } = familyEndpoint(family, respond);
	const probe = await probeSync({ endpoint }, 1, sharing(parts));
	const answer = { ...probe, blocks: blocksOf(probe.report) };
	return { answer, sent };
}

/** Where the families differ: what a syncing node reports, and the family's own error. */
const ROWS: Array<[FamilyName, { syncing: object; failing: object; requests: number }]> = [
	[
		'solana',
		{ syncing: { blocks: { blocksBehind: 4200 } }, failing: { state: 'rpcError' }, requests: 1 },
	],
	[
		'bitcoin',
		{
			syncing: { blocks: { blocksBehind: 4200 } },
			// A node that is starting reports that as an error.
			failing: { state: 'syncing', reason: 'the node is starting: Loading block index…' },
			requests: 1,
		},
	],
	[
		'starknet',
		{ syncing: { blocks: { blocksBehind: 4200 } }, failing: { state: 'rpcError' }, requests: 1 },
	],
	['near', { syncing: {}, failing: { state: 'rpcError' }, requests: 1 }],
	['cosmos', { syncing: {}, failing: { state: 'rpcError' }, requests: 1 }],
	[
		'tron',
		{
			syncing: { reason: 'it is still downloading blocks from most of its peers' },
			failing: { state: 'invalidResponse', reason: /NullPointerException/ },
			requests: 2,
		},
	],
	[
		'ton',
		{
			syncing: { reason: /^its newest block is .* old$/ },
			failing: { state: 'unreachable', reason: /cannot load block/ },
			requests: 2,
		},
	],
	[
		'aptos',
		{
			syncing: { reason: /^its newest block is .* old$/ },
			failing: { state: 'unreachable', reason: /being restored/ },
			requests: 1,
		},
	],
	[
		'sui',
		{
			syncing: { reason: /^its newest block is .* old$/ },
			failing: { state: 'rpcError', reason: /read the store/ },
			requests: 2,
		},
	],
	[
		'xrpl',
		{
			syncing: { reason: 'the server is connected' },
			failing: { state: 'rpcError', reason: 'Internal error. (code internal)' },
			requests: 1,
		},
	],
	['stellar', { syncing: { reason: /too high/ }, failing: { state: 'rpcError' }, requests: 1 }],
	[
		'polkadot',
		{ syncing: { blocks: { blocksBehind: 4200 } }, failing: { state: 'rpcError' }, requests: 1 },
	],
	[
		'beacon',
		{
			syncing: { blocks: { blocksBehind: 4200 } },
			failing: { state: 'unreachable', reason: /not initialised/ },
			requests: 1,
		},
	],
	[
		'hypercore',
		{
			syncing: { reason: /upgrade/ },
			failing: { state: 'invalidResponse', reason: /422/ },
			requests: 2,
		},
	],
];

it('has expectations for every family', () => {
	const others = FAMILIES.map(({ name }) => name).filter((name) => name !== 'evm');
	expect(ROWS.map(([family]) => family).sort()).toEqual(others.sort());
	expect([...playedFamilies].sort()).toEqual(others);
});

/** Families that do not give the time of their newest block when only their state is queried. */
const TELLS_NO_TIME = new Set<FamilyName>(['solana', 'starknet', 'polkadot']);

describe.each(ROWS)('%s', (family, { syncing, failing, requests }) => {
	const expectReading = (answer: { reason?: string }, expected: object): void => {
		const { reason, ...members } = expected as { reason?: string | RegExp };
		expect(answer).toMatchObject(members);
		if (reason !== undefined) expect(answer.reason).toMatch(reason);
	};

	it(`is ready, after ${requests} request(s)`, async () => {
		const { answer, sent } = await checkSync(family, node(family, 'ready'));
		expect(answer).toMatchObject({ state: 'ready', httpStatus: 200, attempts: 1 });
		expect(answer.reason).toBeUndefined();
		expect(answer.result).not.toBeUndefined();
		expect(sent).toHaveLength(requests);
	});

	it('is syncing', async () => {
		const { answer } = await checkSync(family, node(family, 'syncing'));
		expectReading(answer, { state: 'syncing', ...syncing });
	});

	it('stands still', async () => {
		const { answer } = await checkSync(family, node(family, 'stuck'));
		// Those that give no time are detected by Check Health.
		expect(answer.state).toBe(TELLS_NO_TIME.has(family) ? 'ready' : 'syncing');
		if (answer.state === 'syncing') expect(answer.reason).toMatch(/newest block is .* old/);
	});

	it('is not at this address', async () => {
		const { answer } = await checkSync(family, ({ body }) => {
			const calls = body === undefined ? {} : (JSON.parse(String(body)) as { id?: number });
			const isRpc = calls.id !== undefined;
			return isRpc
				? {
						body: {
							jsonrpc: '2.0',
							id: calls.id,
							error: { code: -32601, message: 'Method not found' },
						},
					}
				: { status: 404, body: '<html>404</html>' };
		});
		expect(['rpcError', 'invalidResponse']).toContain(answer.state);
		expect(answer.reason).toMatch(/check the path|key or path wrong/);
		expect(answer.lastingHint).toMatch(/path/);
	});

	it('has another family at this address', async () => {
		const other = family === 'aptos' ? 'ton' : 'aptos';
		const { answer } = await checkSync(family, node(other, 'ready'));
		expect(answer.state).toBe('invalidResponse');
	});

	it('is rate limited', async () => {
		const { answer } = await checkSync(family, node(family, 'limited'));
		expect(answer).toMatchObject({ state: 'rateLimited', httpStatus: 429 });
		expect(answer.reason).toMatch(/RPS limit/);
	});

	it('is rate limited by its plan with status 200', async () => {
		const { answer } = await checkSync(family, ({ body }) => {
			const { id = null } = (body === undefined ? {} : JSON.parse(String(body))) as { id?: number };
			const data = { try_again_in: '1s' };
			return { body: { jsonrpc: '2.0', id, error: { code: -32005, message: 'RPS limit', data } } };
		});
		expect(answer.state).toBe('rateLimited');
	});

	it('fails with an error in its own format', async () => {
		const { answer } = await checkSync(family, node(family, 'failing'));
		expectReading(answer, failing);
	});

	it.each([
		[{ status: 401, body: '<html>401 Authorization Required</html>' }, 'unauthorized'],
		[{ status: 502, body: '<html>502</html>' }, 'unreachable'],
		[{ body: '<html>hello</html>' }, 'invalidResponse'],
		[{ body: 'null' }, 'invalidResponse'],
		[{ body: '[]' }, 'invalidResponse'],
		[{ body: '{}' }, 'invalidResponse'],
		[{ body: '' }, 'invalidResponse'],
	])('understands %j', async (reply, state) => {
		const { answer } = await checkSync(family, () => reply);
		expect(answer.state).toBe(state);
		expect(answer.reason).toBeTruthy();
	});
});

describe('what a node says of itself is judged by the age of its newest block', () => {
	const seconds = (age: number): number => Math.floor(Date.now() / 1000) - age;
	const starknet = (age: number) =>
		serving({
			starknet_syncing: { current_block_num: 1000, highest_block_num: 1002 },
			starknet_getBlockWithTxHashes: { block_number: 1000, timestamp: seconds(age) },
		});
	const tron =
		(age: number) =>
		({ url }: Sent): Reply => {
			const block = {
				block_header: { raw_data: { number: 1000, timestamp: 1000 * seconds(age) } },
			};
			const info = { peerList: [{ needSyncFromPeer: true }] };
			return { body: JSON.stringify(url.endsWith('getnodeinfo') ? info : block) };
		};

	it.each<[FamilyName, (sent: Sent) => Reply | Promise<Reply>, object]>([
		['starknet', starknet(4), { state: 'ready', blocks: { blocksBehind: 2 } }],
		[
			'starknet',
			starknet(3600),
			{ state: 'syncing', reason: expect.stringMatching(/^its newest block is 60 min/) as string },
		],
		['tron', tron(3), { state: 'ready' }],
		[
			'tron',
			tron(3600),
			{
				state: 'syncing',
				reason: expect.stringMatching(/^it is still downloading blocks/) as string,
			},
		],
	])('%s', async (family, respond, expected: { reason?: string }) => {
		const { answer } = await checkSync(family, respond);
		expect(answer).toMatchObject(expected);
		expect(answer.reason === undefined).toBe(expected.reason === undefined);
	});

	it.each([
		[4, { healthy: true, state: 'ready' }],
		[3600, { healthy: false, state: 'syncing' }],
	])('in Check Health as well, at an age of %d s', async (age, expected) => {
		const { endpoint, ...parts } = familyEndpoint('starknet', starknet(age));
		const reading = await assessHealth({ endpoint }, {}, sharing(parts));
		expect(reading).toMatchObject(expected);
	});
});

describe('sui', () => {
	it('is asked by GraphQL at once where its host has given up JSON-RPC', async () => {
		const checkpoint = { sequenceNumber: 7, timestamp: new Date().toISOString() };
		const { endpoint, sent, ...parts } = familyEndpoint('sui', (request) =>
			request.url.endsWith('/graphql')
				? { body: JSON.stringify({ data: { checkpoint } }) }
				: answerCalls(request, () => ({ error: { code: -32601, message: 'Method not found' } })),
		);
		const other = { ...endpoint, url: `${endpoint.url}0` };
		for (const each of [endpoint, endpoint, other]) {
			expect(await probeSync({ endpoint: each }, 1, sharing(parts))).toMatchObject({
				state: 'ready',
			});
		}
		const paths = sent.map(({ url }) => new URL(url).pathname);
		expect(paths).toEqual([`/${KEY}`, `/${KEY}/graphql`, `/${KEY}/graphql`, `/${KEY}0/graphql`]);
	});
});
