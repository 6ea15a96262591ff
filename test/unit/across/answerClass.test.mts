import { describe, expect, it } from 'vitest';

import { classifyReply, isEmpty } from '../../../nodes/shared/across/answerClass';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { errorAnswer } from '../fixtures/answers.mts';

const read = { isWrite: false, lacks: () => false };
const write = { isWrite: true, lacks: () => false };
const lacking = { lacks: isEmpty };

const classed = (answer: RpcAnswer, call: object = read, mayHaveBeenProcessed = false) =>
	classifyReply({ answer, latencyMs: 1, attempts: 1, mayHaveBeenProcessed }, { ...read, ...call })
		.class;

const error = (code: number | undefined, message: string, data?: unknown): RpcAnswer =>
	errorAnswer(code, message, data);

describe('the class of a reply', () => {
	it.each<[string, RpcAnswer]>([
		['a result', { kind: 'result', result: '0x1' }],
		['an empty result', { kind: 'result', result: null }],
		['a revert', error(3, 'execution reverted: no', '0x08c379a0')],
		['a revert without a code of its own', error(-32000, 'execution reverted')],
		['a revert that speaks of a plan', error(3, 'execution reverted: upgrade your plan')],
		['a revert that speaks of a limit', error(3, 'execution reverted: range limit exceeded')],
		['invalid parameters', error(-32602, 'invalid argument 0: hex string without 0x prefix')],
		['an invalid range', error(-32000, 'invalid block range params')],
		['a nonce', error(-32000, 'nonce too low: next nonce 5, tx nonce 4')],
		['a fee', error(-32000, 'replacement transaction underpriced')],
		['too little money', error(-32000, 'insufficient funds for gas * price + value')],
		['out of gas', error(-32000, 'out of gas')],
		['gas', error(-32000, 'gas required exceeds allowance (1000)')],
	])('answer: %s', (_, answer) => {
		expect(classed(answer)).toBe('answer');
	});

	it.each<[string, RpcAnswer]>([
		['a method that is missing', error(-32601, 'the method does not exist')],
		['a method under another code', error(-32000, 'method is not supported')],
		['a method that is not on the plan', error(-32612, 'not available on the current plan')],
		['a range of logs', error(-32000, 'Block range limit exceeded')],
		['a range of logs as invalid parameters', error(-32602, 'block range is too wide, max 2000')],
		['many logs', error(-32005, 'query returned more than 10000 results')],
		['a large response', error(-32008, 'response is too big, exceeded the limit of 10 MB')],
	])('unsupported: %s', (_, answer) => {
		expect(classed(answer)).toBe('unsupported');
	});

	it.each<[string, RpcAnswer]>([
		['state', error(-32000, 'missing trie node 0a1b (path ) state is not available')],
		['a block', error(-32000, 'header not found')],
		['pruned state', error(-32000, 'state has been pruned')],
	])('behind: %s', (_, answer) => {
		expect(classed(answer)).toBe('behind');
	});

	it.each<[string, RpcAnswer]>([
		['no connection', { kind: 'unreachable', reason: 'connection refused' }],
		['a key', { kind: 'unauthorized', reason: 'status 401' }],
		['a page', { kind: 'invalidResponse', reason: 'a web page' }],
		['a limit', { kind: 'rateLimited', reason: 'status 429', quota: false }],
		['a quota', { kind: 'rateLimited', reason: 'quota', quota: true }],
		['an internal error', error(-32603, 'internal error')],
		['an unknown error', error(-32099, 'whatever')],
		['an error without a code', error(undefined, 'oops')],
	])('failure: %s', (_, answer) => {
		expect(classed(answer)).toBe('failure');
	});

	it.each([null, '', '0x', [], {}])('an empty result fails where that is wanted: %j', (result) => {
		expect(classed({ kind: 'result', result }, lacking)).toBe('failure');
	});

	it.each([false, 0, '0x0', [null]])('%j is not empty', (result) => {
		expect(classed({ kind: 'result', result }, lacking)).toBe('answer');
	});

	it('is unclear for what changes something and may have been accepted', () => {
		const lost: RpcAnswer = { kind: 'unreachable', reason: 'the connection was lost' };
		expect(classed(lost, write, true)).toBe('unclear');
		expect(classed({ kind: 'cancelled' }, write, true)).toBe('unclear');
		expect(classed(lost, write, false)).toBe('failure');
		expect(classed(lost, read, true)).toBe('failure');
	});

	const sent = (code: number, message: string, method = 'eth_sendTransaction') => {
		const errors = { signed: /^eth_sendRawTransaction$/ };
		const answer = errorAnswer(code, message, undefined, { method, isWrite: true, errors });
		const isUnclear = 'meaning' in answer && answer.meaning?.kind === 'unclear';
		return classed(answer, write, isUnclear);
	};

	it('is a failure where what became of another call is unclear, and this one was not sent', () => {
		const answer = errorAnswer(-32002, 'request timed out', undefined, { isWrite: true });
		expect(classed(answer, write, false)).toBe('failure');
	});

	it.each([
		[-32000, 'nonce too low', 'answer'],
		[-32000, 'oversized data: transaction size 200000, limit 131072', 'answer'],
		[-32000, 'what a node says about it', 'answer'],
		[-32601, 'the method does not exist', 'unsupported'],
		[-32000, 'node is syncing', 'behind'],
		[-32603, 'internal error', 'unclear'],
		[-32002, 'request timed out', 'unclear'],
		[-32000, 'no backend is currently healthy to serve traffic', 'unclear'],
		[-32009, 'Server is busy, try again later', 'failure'],
		[-32005, 'rate limit exceeded', 'failure'],
	])('of what changes something is known by the words: %d %s: %s', (code, message, expected) => {
		expect(sent(code, message)).toBe(expected);
	});

	it('lets a signed transaction go on where a gateway reached no node', () => {
		const message = 'dial tcp 10.0.0.1:8545: connect: connection refused';
		expect(sent(-32000, message, 'eth_sendRawTransaction')).toBe('failure');
		expect(sent(-32000, message)).toBe('unclear');
	});
});
