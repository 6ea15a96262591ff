import { describe, expect, it } from 'vitest';

import type { Attempt, Target } from '../../../nodes/shared/across/attempt';
import { groupAnswers, planAgreement, planSendToAll } from '../../../nodes/shared/across/plans';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';

const attempt = (answer: RpcAnswer, kind: Attempt['class'] = 'answer'): Attempt => ({
	target: {} as Target,
	class: kind,
	state: 'answered',
	latencyMs: 1,
	reply: { answer, latencyMs: 1, attempts: 1, mayHaveBeenProcessed: false },
});

const said = (...results: unknown[]): Attempt[] =>
	results.map((result) => attempt({ kind: 'result', result }));

const reverted = (message: string, data: string): Attempt =>
	attempt({ kind: 'rpcError', code: 3, message, data });

describe('groups of answers', () => {
	it('are formed by what they say, the largest first', () => {
		const sizes = groupAnswers(said('0x1', '0xAB', '0xab', { a: 1 })).map(({ length }) => length);
		expect(sizes).toEqual([2, 1, 1]);
	});

	it('hold errors with the same code and data, however they are worded', () => {
		const errors = [
			reverted('execution reverted', '0x08'),
			reverted('VM: revert', '0x08'),
			reverted('execution reverted', '0x09'),
		];
		expect(groupAnswers(errors).map(({ length }) => length)).toEqual([2, 1]);
	});

	it('hold no failures', () => {
		const failed = attempt({ kind: 'unreachable', reason: 'x' }, 'failure');
		expect(groupAnswers([failed, ...said('0x1')])).toHaveLength(1);
	});
});

describe('an agreement', () => {
	it.each<[number, unknown[], number, number]>([
		[2, ['a', 'a'], 1, 2],
		[2, ['a', 'a', 'b'], 0, 2],
		[3, ['a', 'a', 'b', 'a'], 0, 3],
		[2, ['a', 'a', 'b', 'c'], 0, 2],
	])('of %d exists: %j with %d still to come', (atLeast, results, open, size) => {
		expect(planAgreement('m', atLeast).decide(said(...results), open)).toHaveLength(size);
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
		expect(planAgreement('m', atLeast).decide(said(...results), open)).toBeUndefined();
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
		const plan = planSendToAll('0x', new AbortController().signal);
		expect(plan.decide(last, 0)?.[0]).toBe(answered);
		expect(plan.decide(last, 1)).toBeUndefined();
	});
});
