import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Snapshot } from '../../../nodes/shared/polling/watchEvent';
import { Problem } from '../../../nodes/shared/text/problem';
import { CREDENTIAL_DATA } from '../fixtures/requestContext.mts';
import { poller } from './poller.mts';

const weather = (state: string, facts?: Record<string, unknown>): Partial<Snapshot> => ({
	observations: [{ id: 'a', name: 'Alpha', state, facts }],
});

const transient = new Problem('The service is busy', { httpStatus: 503 });
const refused = new Problem('The key is not accepted', { httpStatus: 401 });

describe('a poll', () => {
	it('outputs changes as items of the event, and remembers them', async () => {
		const { sees, poll, state } = poller();
		sees(weather('sunny'));
		expect(await poll()).toBeNull();
		sees(weather('stormy', { wind: 9 }));
		expect(await poll()).toMatchObject([
			{ event: 'weatherChanged', id: 'a', name: 'Alpha', from: 'sunny', to: 'stormy', wind: 9 },
		]);
		expect(state.memory).toMatchObject({ a: { state: 'stormy' } });
		expect(await poll()).toBeNull();
	});

	it('hides keys in its output', async () => {
		const { sees, poll } = poller();
		sees(weather('sunny'));
		await poll();
		sees(weather('stormy', { said: `not ${CREDENTIAL_DATA.apiKey}` }));
		expect(await poll()).toMatchObject([{ said: 'not ***' }]);
	});

	it('hides keys in what it remembers and logs', async () => {
		const { sees, poll, state, warnings } = poller();
		const { apiKey } = CREDENTIAL_DATA;
		const half = apiKey.slice(0, apiKey.length / 2);
		sees({
			observations: [{ id: 'a', name: `${'n'.repeat(25)} ${apiKey}`, state: `is ${apiKey}` }],
			unwatched: new Map([['b', `no such node as ${apiKey}`]]),
			unknown: new Map([['c', `no answer to ${apiKey}`]]),
		});
		for (let polls = 0; polls < 3; polls += 1) await poll();
		expect(state.memory).toMatchObject({ a: { name: `${'n'.repeat(25)} ***`, state: 'is ***' } });
		expect(warnings.join()).toContain('does not watch b: no such node as ***');
		expect(warnings.join()).toContain('could not check c in 3 polls in a row: no answer to ***');
		expect(JSON.stringify([state, warnings])).not.toContain(half);
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

	it('in a test shows the state and remembers nothing', async () => {
		const { sees, poll, state } = poller();
		sees({ ...weather('sunny'), unwatched: new Map([['b', 'it is gone']]) });
		expect(await poll('manual')).toMatchObject([
			{ id: 'a', from: null, to: 'sunny' },
			{ id: 'b', note: 'This is not watched: it is gone' },
		]);
		sees({});
		expect(await poll('manual')).toMatchObject([{ note: expect.any(String) as string }]);
		expect(state).toEqual({});
	});

	it('logs once what cannot be watched, and again after it could be watched in between', async () => {
		const { sees, poll, warnings } = poller();
		const unwatched = { unwatched: new Map([['b', 'it is gone']]) };
		for (const snapshot of [unwatched, unwatched, {}, unwatched]) {
			sees(snapshot);
			await poll();
		}
		const line = "Chainstack Trigger 'Watch' of workflow 'Day' does not watch b: it is gone";
		expect(warnings).toEqual([line, line]);
	});
});

describe('a poll that fails', () => {
	it.each<[string, Problem, boolean]>([
		['there is no connection', new Problem('x', { isNetworkFault: true }), true],
		['there is only a proxy', new Problem('x', { httpStatus: 404 }), true],
		['the key is not accepted', new Problem('x', { httpStatus: 401 }), false],
		['the key has too few rights', new Problem('x', { httpStatus: 403 }), false],
		['a field is invalid', new Problem('x'), false],
	])('because %s', async (_, problem, isSkipped) => {
		const { sees, poll } = poller();
		sees(problem);
		if (isSkipped) expect(await poll()).toBeNull();
		else await expect(poll()).rejects.toThrow('x');
	});

	it('says in one text what is wrong and what to do, because the log shows nothing else', async () => {
		const { sees, poll } = poller();
		sees(new Problem('The key is not accepted', { httpStatus: 401, hint: 'Make a new key' }));
		const thrown: unknown = await poll().catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(NodeApiError);
		expect((thrown as Error).message).toMatch(/The key is not accepted.*Make a new key/);
	});

	it('leaves the memory unchanged', async () => {
		const { sees, poll, state } = poller();
		sees(weather('sunny'));
		await poll();
		const { memory } = structuredClone(state);
		sees(transient);
		await poll();
		expect(state.memory).toEqual(memory);
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

	it('is never thrown when n8n starts, but is at the next poll', async () => {
		const { sees, poll, activate, warnings } = poller();
		sees(refused);
		activate('init');
		expect(await poll()).toBeNull();
		expect(warnings).toHaveLength(1);
		await expect(poll()).rejects.toThrow('The key is not accepted');
		activate('activate');
		await expect(poll()).rejects.toThrow('The key is not accepted');
	});
});
