import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Snapshot } from '../../../nodes/shared/polling/snapshot';
import { Problem } from '../../../nodes/shared/text/problem';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';
import { poller } from './poller.mts';

const weather = (state: string): Partial<Snapshot> => ({
	observations: [{ id: 'a', name: 'Alpha', state }],
});

const transient = new Problem('The service is busy', { httpStatus: 503 });
const refused = new Problem('The key is not accepted', { httpStatus: 401, isFromService: true });

describe('a poll', () => {
	it('hides keys in its output, memory and log', async () => {
		const { sees, poll, state, warnings } = poller();
		const { apiKey } = CREDENTIAL_DATA;
		const half = apiKey.slice(0, apiKey.length / 2);
		const name = `${'n'.repeat(25)} ${apiKey}`;
		const facts = { said: `not ${apiKey}` };
		sees({ observations: [{ id: 'a', name, state: 'sunny' }] });
		await poll();
		sees({
			observations: [{ id: 'a', name, state: `is ${apiKey}`, facts }],
			unwatched: new Map([['b', `no such node as ${apiKey}`]]),
			unknown: new Map([['c', `no answer to ${apiKey}`]]),
		});
		const items = await poll();
		expect(items).toMatchObject([{ to: 'is ***', said: 'not ***' }]);
		for (let polls = 0; polls < 3; polls += 1) await poll();
		expect(state.memory).toMatchObject({ a: { name: `${'n'.repeat(25)} ***`, state: 'is ***' } });
		expect(warnings.join()).toContain('does not watch b: no such node as ***');
		expect(warnings.join()).toContain('could not check c in 3 polls in a row: no answer to ***');
		expect(JSON.stringify([items, state, warnings])).not.toContain(half);
	});

	it('that is still running when another starts is the only one that reads', async () => {
		const { sees, poll, reads } = poller();
		sees(weather('sunny'));
		const [first, second] = await Promise.all([poll(), poll()]);
		expect([first, second]).toEqual([null, null]);
		expect(reads()).toBe(1);
	});

	it.each([
		[{ confirmations: 0 }, 'must be a whole number of at least 1, but it is 0'],
		[{ confirmations: 1.5 }, 'must be a whole number of at least 1, but it is 1.5'],
		[{ confirmations: 'often' }, "must be a whole number of at least 1, but it is 'often'"],
	])('that could never report anything is refused: %j', async (parameters, message) => {
		const { sees, poll, reads } = poller({ parameters });
		sees(weather('sunny'));
		await expect(poll()).rejects.toThrow(`'Polls to Confirm' ${message}`);
		expect(reads()).toBe(0);
	});
});

describe('a poll that fails', () => {
	it('says in one text what is wrong and what to do, because the log shows nothing else', async () => {
		const { sees, poll } = poller();
		sees(
			new Problem('The key is not accepted', {
				httpStatus: 401,
				isFromService: true,
				hint: 'Make a new key',
			}),
		);
		const thrown: unknown = await poll().catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(NodeApiError);
		expect((thrown as Error).message).toMatch(/The key is not accepted.*Make a new key/);
	});

	it('is thrown at once when waiting does not help, or in a manual test', async () => {
		const { sees, poll } = poller();
		sees(refused);
		await expect(poll()).rejects.toThrow('The key is not accepted');
		sees(transient);
		await expect(poll('manual')).rejects.toThrow('The service is busy');
	});

	it('because the credential cannot be read says so, unless n8n is starting', async () => {
		const { sees, poll, activate, warnings } = poller({ credential: new Error('Not decrypted') });
		sees(weather('sunny'));
		activate('init');
		expect(await poll()).toBeNull();
		expect(warnings[0]).toContain('The credential could not be read: Not decrypted');
		await expect(poll()).rejects.toThrow('The credential could not be read: Not decrypted');
	});
});
