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

	it('is one of errors with the same code and data, however they are worded', () => {
		const first = reverted('execution reverted', '0x08');
		const other = reverted('VM: revert', '0x08');
		expect(agreed([reverted('x', '0x09'), first, other])).toEqual([first, other]);
	});

	it('does not count failures', () => {
		const failed = attempt({ kind: 'unreachable', reason: 'x' }, 'failure');
		expect(agreed([failed, failed, ...said('a', 'a')])).toHaveLength(2);
		expect(agreed([failed, failed, ...said('a')])).toBeUndefined();
	});
});

describe('a transaction that is sent to all', () => {
	const accepted = said('0xhash')[0];
	const refused = reverted('nonce too low', '0x');
	const unclear = attempt({ kind: 'unreachable', reason: 'x' }, 'unclear');
	const notHere = attempt({ kind: 'rpcError', code: -32601, message: 'not found' }, 'notHere');
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
