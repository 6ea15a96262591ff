import type { NodeOperationError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { INCLUDE_SECRETS, rpcOptions } from '../../../nodes/shared/fields/options';
import { Problem } from '../../../nodes/shared/text/problem';
import {
	defineOperation,
	type Operation,
	type OperationResult,
} from '../../../nodes/shared/run/operation';
import { runOperation } from '../../../nodes/shared/run/runOperation';
import { fakeExecution } from '../fixtures/executeContext.mts';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

function operation(
	effect: 'reads' | 'creates',
	execute: () => Promise<OperationResult>,
	more: Partial<Operation> = {},
): Operation {
	const defined = defineOperation({
		name: 'Test',
		value: 'test',
		action: 'Test',
		description: 'Tests',
		effect,
		properties: [
			{ displayName: 'Name', name: 'name', type: 'string', default: '' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			rpcOptions(INCLUDE_SECRETS),
		],
		execute,
	});
	return { ...defined, ...more };
}

describe('an item that fails', () => {
	it('keeps the key of a fixed address out of the copy of the node when it fails early', async () => {
		const parameters = { url: `https://rpc.example.com/${KEY}/evm`, options: { maxRetries: -1 } };
		const { context } = fakeExecution({ parameters });
		const tested = operation('reads', async () => await Promise.resolve({}));
		const error: unknown = await runOperation(context, tested, false).catch(
			(thrown: unknown) => thrown,
		);
		expect(String(error)).toContain('Max Retries');
		expect(JSON.stringify((error as NodeOperationError).node)).not.toContain(KEY);
	});

	it('lists what it created when only the step after the creation failed', async () => {
		const tested = operation('creates', async () => await Promise.resolve({ id: 'NW-1' }), {
			afterCreate: async () => await Promise.reject(new Problem('It did not get ready')),
		});
		const error: unknown = await runOperation(fakeExecution().context, tested, false).catch(
			(thrown: unknown) => thrown,
		);
		expect((error as { description?: string }).description).toContain('NW-1');
	});
});
