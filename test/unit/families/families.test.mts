import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import { probeSync } from '../../../nodes/shared/readiness/health';
import { formatBlocks } from '../../../nodes/shared/readiness/probe';
import { FAMILIES } from '../../../nodes/shared/families';
import { playedFamilies } from '../../../sandbox/jsonRpc/families.mts';
import type { FamilyCondition } from '../../../sandbox/jsonRpc/familyAnswers.mts';
import { answerCalls } from '../fixtures/answerCalls.mts';
import { sharing } from '../fixtures/sharing.mts';
import { familyAnswer, familyEndpoint, KEY, serving } from '../fixtures/familyEndpoint.mts';
import { expectMembers } from '../fixtures/problems.mts';
import type { Reply, Sent } from '../fixtures/requestContext.mts';

/** A server that simulates a node of a family. */
const node =
	(family: string, condition: FamilyCondition) =>
	(sent: Sent): Reply =>
		familyAnswer(family, condition, sent);

async function checkSync(family: FamilyName, respond: (sent: Sent) => Reply | Promise<Reply>) {
	const { endpoint, sent, ...parts } = familyEndpoint(family, respond);
	const probe = await probeSync({ endpoint }, 1, sharing(parts));
	const answer = { ...probe, blocks: formatBlocks(probe.report) };
	return { answer, sent };
}

const BEHIND = { blocks: { blocksBehind: 4200 } };
const OLD = { reason: /^its newest block is .* old$/ };
const REFUSES = { state: 'rpcError' };

/** Where the families differ: what a syncing node reports, its own error, and the requests of a check. */
const ROWS: Array<[FamilyName, syncing: object, failing: object, requests: number]> = [
	['solana', BEHIND, REFUSES, 1],
	// A node that is starting reports that as an error.
	[
		'bitcoin',
		BEHIND,
		{ state: 'syncing', reason: /^the node is starting: Loading block index…$/ },
		1,
	],
	['starknet', BEHIND, { state: 'syncing', reason: 'There are no blocks' }, 1],
	['near', {}, REFUSES, 1],
	['cosmos', {}, REFUSES, 1],
	[
		'tron',
		{ reason: 'it is still downloading blocks from most of its peers' },
		{ state: 'rpcError', reason: /NullPointerException/ },
		2,
	],
	['ton', OLD, { state: 'unreachable', reason: /cannot load block/ }, 2],
	['aptos', OLD, { state: 'unreachable', reason: /being restored/ }, 1],
	['sui', OLD, { state: 'rpcError', reason: /read the store/ }, 2],
	[
		'xrpl',
		{ reason: 'the server is connected' },
		{ state: 'rpcError', reason: 'Internal error. (code internal)' },
		1,
	],
	['stellar', { reason: /too high/ }, REFUSES, 1],
	['polkadot', BEHIND, { state: 'syncing', reason: /UnknownBlock/ }, 1],
	['beacon', BEHIND, { state: 'unreachable', reason: /not initialised/ }, 1],
	['hypercore', { reason: /upgrade/ }, { state: 'invalidResponse', reason: /422/ }, 2],
];

it('has expectations for every family', () => {
	const others = Object.keys(FAMILIES).filter((name) => name !== 'evm');
	expect(ROWS.map(([family]) => family).sort()).toEqual(others.sort());
	expect([...playedFamilies].sort()).toEqual(others);
});

/** Families that do not give the time of their newest block when only their state is queried. */
const TELLS_NO_TIME = new Set<FamilyName>(['solana', 'starknet', 'polkadot']);

describe.each(ROWS)('%s', (family, syncing, failing, requests) => {
	it(`is ready, after ${requests} request(s)`, async () => {
		const { answer, sent } = await checkSync(family, node(family, 'ready'));
		expect(answer).toMatchObject({ state: 'ready', httpStatus: 200, attempts: 1 });
		expect(answer.reason).toBeUndefined();
		expect(answer.result).not.toBeUndefined();
		expect(sent).toHaveLength(requests);
	});

	it('is syncing', async () => {
		const { answer } = await checkSync(family, node(family, 'syncing'));
		expectMembers(answer, { state: 'syncing', ...syncing });
	});

	it('stands still', async () => {
		const { answer } = await checkSync(family, node(family, 'stuck'));
		// Those that give no time are detected by Check Health.
		expect(answer.state).toBe(TELLS_NO_TIME.has(family) ? 'ready' : 'syncing');
		if (answer.state === 'syncing') expect(answer.reason).toMatch(/newest block is .* old/);
	});

	it('is not at this address', async () => {
		const { answer } = await checkSync(family, ({ body }) => {
			const { id } = body === undefined ? {} : (JSON.parse(String(body)) as { id?: number });
			if (id === undefined) return { status: 404, body: '<html>404</html>' };
			const error = { code: -32601, message: 'Method not found' };
			return { body: { jsonrpc: '2.0', id, error } };
		});
		expectMembers(answer, {
			state: /^(rpcError|invalidResponse)$/,
			reason: /check the path|key or path wrong/,
			lastingHint: /path/,
		});
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
		expectMembers(answer, failing);
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
			starknet_getBlockWithTxHashes: () => ({ block_number: 1000, timestamp: seconds(age) }),
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
		['starknet', starknet(4), { state: 'ready', reason: undefined, blocks: { blocksBehind: 2 } }],
		['starknet', starknet(3600), { state: 'syncing', reason: /^its newest block is 60 min/ }],
		['tron', tron(3), { state: 'ready', reason: undefined }],
		['tron', tron(3600), { state: 'syncing', reason: /^it is still downloading blocks/ }],
	])('%s', async (family, respond, expected) => {
		expectMembers((await checkSync(family, respond)).answer, expected);
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
