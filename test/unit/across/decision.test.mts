import { describe, expect, it } from 'vitest';

import type { Attempt, CallPlan, Candidate } from '../../../nodes/shared/across/attempt';
import { decide, excludeLagging, makeFailure } from '../../../nodes/shared/across/decision';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';

const RULE = { family: 'evm', method: 'eth_getTransactionReceipt' } as const;

const attempt = (answer: RpcAnswer, kind: Attempt['class'] = 'answer'): Attempt => ({
	candidate: { label: 'host', resolved: {} } as Candidate,
	class: kind,
	state: 'answered',
	reply: { answer, latencyMs: 1, attempts: 1, mayHaveBeenProcessed: false },
});

const said = (...results: unknown[]): Attempt[] =>
	results.map((result) => attempt({ kind: 'result', result }));

const reverted = (message: string, data: string): Attempt =>
	attempt({ kind: 'rpcError', code: 3, message, data });

const failed = (code: number, message: string, data?: unknown): Attempt =>
	attempt({ kind: 'rpcError', code, message, data });

const agreed = (last: Attempt[], atLeast = 2, open = 0) =>
	decide({ ...RULE, strategy: 'agreement', atLeast }, last, open);

describe('an agreement', () => {
	it.each<[number, unknown[], number, number]>([
		[2, ['a', 'a'], 1, 2],
		[2, ['a', 'a', 'b'], 0, 2],
		[3, ['a', 'a', 'b', 'a'], 0, 3],
		[2, ['a', 'a', 'b', 'c'], 0, 2],
		[2, ['0xAB', '0x1', { a: 1 }, '0xab'], 0, 2],
	])('of %d exists: %j with %d still to come', (atLeast, results, open, size) => {
		expect(agreed(said(...results), atLeast, open)).toHaveLength(size);
	});

	it.each<[number, unknown[], number]>([
		[2, ['a', 'b', 'c'], 0],
		[2, ['a'], 2],
		[3, ['a', 'a', 'b'], 0],
		// Two of four may become two against two.
		[2, ['a', 'a'], 2],
		[2, ['a', 'a', 'b', 'b'], 0],
		[2, [], 0],
	])('of %d does not exist: %j with %d still to come', (atLeast, results, open) => {
		expect(agreed(said(...results), atLeast, open)).toBeUndefined();
	});

	it.each<[string, Attempt, Attempt]>([
		[
			'reverts with other codes',
			reverted('execution reverted', '0x08c379a0'),
			failed(-32000, 'x', '0x08C379A0'),
		],
		[
			'a revert as older clients give it',
			reverted('x', '0x08c379a0'),
			failed(-32015, 'VM execution error.', 'Reverted 0x08c379a0'),
		],
		[
			'a revert in an object',
			reverted('x', '0x08c379a0'),
			failed(-32603, 'x', { message: 'x', data: '0x08c379a0' }),
		],
		[
			'the same halt',
			failed(-32000, 'out of gas'),
			failed(-32003, 'out of gas: gas required exceeds: 21000'),
		],
		[
			'a halt by its name',
			failed(-32000, 'invalid jump destination'),
			failed(-32003, 'EVM error: InvalidJump'),
		],
	])('is one of %s', (_, first, other) => {
		expect(agreed([first, other])).toEqual([first, other]);
	});

	it.each<[string, Attempt, Attempt]>([
		['reverts with other data', reverted('x', '0x08c379a0'), reverted('x', '0x08c379a1')],
		['a revert and a halt', reverted('execution reverted', '0x'), failed(-32000, 'out of gas')],
		['different halts', failed(-32000, 'out of gas'), failed(-32000, 'stack underflow')],
		['other errors with different codes', failed(1, 'x'), failed(2, 'x')],
	])('is none of %s', (_, first, other) => {
		expect(agreed([first, other])).toBeUndefined();
	});

	it('does not count failures', () => {
		const lost = attempt({ kind: 'unreachable', reason: 'x' }, 'failure');
		expect(agreed([lost, lost, ...said('a', 'a')])).toHaveLength(2);
		expect(agreed([lost, lost, ...said('a')])).toBeUndefined();
	});
});

describe('a transaction that is sent to all', () => {
	const accepted = said('0xhash')[0];
	const refused = reverted('nonce too low', '0x');
	const unclear = attempt({ kind: 'unreachable', reason: 'x' }, 'unclear');
	const notHere = attempt({ kind: 'rpcError', code: -32601, message: 'not found' }, 'unsupported');
	it.each<[string, Attempt[], Attempt]>([
		['the first that accepts it', [refused, unclear, accepted], accepted],
		['one that may have accepted it', [refused, unclear], unclear],
		['one that refuses it', [notHere, refused], refused],
		['what all say', [notHere, notHere], notHere],
	])('is answered by %s', (_, last, answered) => {
		const plan = { ...RULE, strategy: 'sendToAll', atLeast: 1 } as const;
		expect(decide(plan, last, 0)?.[0]).toBe(answered);
		expect(decide(plan, last, 1)).toBeUndefined();
	});
});

describe('an answer that is further back than endpoints of its chain usually are', () => {
	const at = (slot: number, value: number) =>
		said({ context: { slot, apiVersion: '2' }, value })[0];
	const rule = { ...RULE, family: 'solana', method: 'getBalance', strategy: 'agreement' } as const;

	it('takes no part', () => {
		const last = [at(1000, 1), at(400_000, 2), at(400_005, 2)];
		const judged = excludeLagging(rule, last);
		expect(judged.map(({ state }) => state)).toEqual(['lagging', 'answered', 'answered']);
		expect(decide({ ...rule, atLeast: 2 }, judged, 0)).toHaveLength(2);
	});

	it('does not make two agree that are far apart', () => {
		const judged = excludeLagging(rule, [at(1000, 1), at(400_000, 1)]);
		expect(decide({ ...rule, atLeast: 2 }, judged, 0)).toBeUndefined();
	});
});

it('names the members that differ where there is no agreement', () => {
	const plan = { ...RULE, strategy: 'agreement', atLeast: 2 } as CallPlan;
	const long = `0x${'0'.repeat(200)}`;
	const receipts = said({ status: '0x1', to: '0x2' }, { status: '0x0', to: '0x2' });
	expect(makeFailure(plan, receipts).message).toContain(
		'1 said status "0x1" (host) | 1 said status "0x0" (host)',
	);
	expect(makeFailure(plan, said(`${long}1`, `${long}2`)).message).toMatch(
		/different from character 204 on.*different from character 204 on/,
	);
	expect(makeFailure(plan, said('0x1', [1])).message).toContain('1 said "0x1" (host) | 1 said [1]');
});
