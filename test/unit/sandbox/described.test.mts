import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DIFFERENCES } from '../../../sandbox/contract/differences.mts';
import { seedIds, startSandbox, type Sandbox } from '../../../sandbox/start.mts';
import { at, send } from './client.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ evm: 'minimal', deployMs: 1 });
});

afterAll(async () => await sandbox.stop());

const NODE = `/v1/nodes/${seedIds.nodes.ethereum}/`;
const USAGE = '/v2/reporting/node-usage/';

describe("what the vendor's description does not have", () => {
	it.each([
		['an unknown parameter', 'GET', '/v1/nodes/?color=red', 'color'],
		['a parameter of another operation', 'GET', '/v2/nodes/?project=PR-1-2-3', 'project'],
		['a value that is not listed', 'GET', '/v1/nodes/?status=asleep', 'status'],
		['an order that is not listed', 'GET', '/v1/networks/?order_by=status', 'order_by'],
		['no integer', 'GET', '/v1/nodes/?page=last', 'page'],
		['no boolean', 'GET', '/v1/nodes/?archive=maybe', 'archive'],
		['a date without a time', 'GET', `${USAGE}?date_from=2026-11-01`, 'date_from'],
		['a time without a zone', 'GET', `${USAGE}?date_from=2026-11-01T00:00:00`, 'date_from'],
		['an unknown field', 'PATCH', NODE, 'color', { color: 'red' }],
		['a read-only field', 'PATCH', NODE, 'status', { status: 'running' }],
		['no text', 'PATCH', NODE, 'name', { name: 7 }],
		[
			'a field of a rule that cannot change',
			'PATCH',
			`/v2/nodes/${seedIds.nodes.bitcoin}/access-rules/${seedIds.accessRule}/`,
			'type',
			{ type: 'origin' },
		],
	])('is refused: %s', async (_, method, path, field, body?: object) => {
		const answer = await send(sandbox, method, path, body);
		expect(answer.status).toBe(400);
		expect(at(answer.body, 'error', 'fields', field)).toEqual([
			expect.stringMatching(/^The value is /),
		]);
	});

	it('is refused in the form of IPFS errors', async () => {
		const answer = await send(sandbox, 'GET', '/v1/ipfs/pins?color=red');
		expect(answer).toEqual({
			status: 400,
			body: {
				errors: [{ code: 'INVALID', message: 'The parameter is not described.', field: 'color' }],
			},
		});
	});

	it.each(DIFFERENCES.filter(({ operation }) => operation.startsWith('PATCH')))(
		'is accepted where another source has it: $field',
		async ({ field }) => {
			const value = field === 'created_at' ? '2026-11-01T00:00:00Z' : {};
			const body = { [field]: ['details', 'creator', 'created_at'].includes(field) ? value : 'x' };
			const { status } = await send(sandbox, 'PATCH', NODE, body);
			expect(status).toBe(200);
		},
	);

	it('is accepted where the offer has other values', async () => {
		const { status } = await send(sandbox, 'GET', '/v1/nodes/?provider=chainstack_global');
		expect(status).toBe(200);
	});
});
