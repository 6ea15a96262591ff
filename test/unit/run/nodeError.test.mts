import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Problem, type ProblemDetails } from '../../../nodes/shared/text/problem';
import { SecretMask } from '../../../nodes/shared/redact/secretMask';
import { createNodeError, maskProblem } from '../../../nodes/shared/run/nodeError';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

const NODE: INode = {
	id: '1',
	name: 'Chainstack',
	type: 'n8n-nodes-chainstack.chainstack',
	typeVersion: 1,
	position: [0, 0],
	parameters: { url: `https://rpc.example.com/${KEY}/evm`, options: { label: KEY } },
};

const errorOf = (message: string, details: ProblemDetails = {}, inOneText = false) => {
	const problem = maskProblem(new Problem(message, details), new SecretMask(KEY));
	return createNodeError(problem, NODE, 3, inOneText);
};

describe('nodeError', () => {
	it.each<[string, ProblemDetails, typeof NodeApiError | typeof NodeOperationError, object]>([
		['of a server that answered', { httpStatus: 404 }, NodeApiError, { httpCode: '404' }],
		[
			'of one that did not, with the code where n8n shows codes',
			{ networkCode: 'ECONNREFUSED' },
			NodeApiError,
			{ httpCode: 'ECONNREFUSED' },
		],
		['of the rest', {}, NodeOperationError, {}],
	])('is the one %s', (_, details, kind, expected) => {
		const error = errorOf('It broke', { ...details, hint: 'Mend it' });
		expect(error).toBeInstanceOf(kind);
		const common = { message: 'It broke', description: 'Mend it', context: { itemIndex: 3 } };
		expect(error).toMatchObject({ ...common, ...expected });
	});

	it.each([undefined, 400, 401, 404, 429, 500, 503])(
		'keeps the message as it is, whatever it contains (status %s)',
		(httpStatus) => {
			for (const message of [
				'The host could not be reached (ECONNREFUSED)',
				'EPERM and ENOENT and ETIMEDOUT',
				'401 Unauthorized',
				'x'.repeat(1000),
			]) {
				const error = errorOf(message, { httpStatus, hint: 'ENOTFOUND' });
				expect(error.message).toBe(message);
				expect(error.messages).toEqual([]);
				expect(error.description).toBe('ENOTFOUND');
			}
		},
	);

	it('puts the hint into the message for readers that see nothing else', () => {
		const error = errorOf('It is empty', { hint: 'Fill it in' }, true);
		expect(error.message).toBe('It is empty. Fill it in');
	});

	it.each([undefined, 404])('holds no secret anywhere (status %s)', (httpStatus) => {
		const error = errorOf(`no ${KEY}`, { httpStatus, hint: `at https://x.example.com/${KEY}` });
		expect(error.message).toBe('no ***');
		expect(error.description).toBe('at https://x.example.com/***');
		expect(JSON.stringify(error)).not.toContain(KEY);
		expect(String(error.stack)).not.toContain(KEY);
		expect(error.node).toEqual({ ...NODE, parameters: {} });
		expect(JSON.stringify(error.context)).not.toContain(KEY);
		expect(String(error.cause ?? '')).not.toContain(KEY);
	});

	it.each([undefined, 429])('gives n8n the cause, where it is known (status %s)', (httpStatus) => {
		const failure = { cause: 'rate-limited' as const, retryAfterMs: 5000 };
		expect(errorOf('Busy', { httpStatus, failure })).toMatchObject({ failure });
		expect(errorOf('Busy', { httpStatus }).failure).toBeUndefined();
	});

	it.each(['unclear', 'created'] as const)(
		'gives no cause for an item whose repetition could do something twice (%s)',
		(effect) => {
			const failure = { cause: 'temporarily-unavailable' as const };
			expect(errorOf('Lost', { httpStatus: 503, effect, failure }).failure).toBeUndefined();
		},
	);

	it('leaves the node itself unchanged', () => {
		errorOf('x');
		expect(JSON.stringify(NODE)).toContain(KEY);
	});
});
