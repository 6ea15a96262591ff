import { describe, expect, it } from 'vitest';

import { seedIds, type Sandbox } from '../../../sandbox/start.mts';
import { CannotRun } from '../../../scripts/live/liveRun.mts';
import { rowsThat } from '../../../scripts/live/report.mts';
import { API_KEY, everythingOf, ownSandbox, runAgainst, type LiveRun } from './liveFixture.mts';

/** IDs of the networks, rules and pins of a sandbox. */
function idsIn(sandbox: Sandbox): string[] {
	const { networks, nodes, accessRules, pins } = sandbox.state();
	return [networks, nodes, accessRules, pins].flatMap((records) => records.map(({ id }) => id));
}

/** Runs until the run says something that matches, and stops it then. */
async function runUntil(
	sandbox: Sandbox,
	pattern: RegExp,
	onStop: () => void = () => {},
): Promise<LiveRun> {
	const stop = new AbortController();
	return await runAgainst({
		...everythingOf(sandbox),
		stop: stop.signal,
		onSay: (line) => {
			if (!pattern.test(line) || stop.signal.aborted) return;
			stop.abort();
			onStop();
		},
	});
}

describe('a key that is not accepted', () => {
	it('ends the run with the first request', async () => {
		const sandbox = await ownSandbox();
		const run = runAgainst({ ...everythingOf(sandbox), apiKey: 'wrong.key' });
		await expect(run).rejects.toThrow(CannotRun);
		await expect(run).rejects.toThrow(/did not accept the key \(status 401\)/);
		expect(sandbox.requests()).toHaveLength(1);
	});
});

it('says of an empty organization what it could not show', async () => {
	const sandbox = await ownSandbox();
	const { nodes, networks, projects, pins } = sandbox.state();
	const remove = async (path: string): Promise<void> => {
		const headers = { authorization: `Bearer ${API_KEY}` };
		const { ok } = await fetch(sandbox.url + path, { method: 'DELETE', headers });
		expect(ok).toBe(true);
	};
	for (const { id } of nodes) await remove(`/v1/nodes/${id}/`);
	for (const { id } of networks) await remove(`/v1/networks/${id}/`);
	for (const { id } of projects) await remove(`/v2/projects/${id}/`);
	for (const { id } of pins) await remove(`/v1/ipfs/pins/${id}`);
	const { baseUrl, apiKey } = everythingOf(sandbox);
	const { result, differs } = await runAgainst({ baseUrl, apiKey, create: true });
	expect(differs).toEqual({});
	expect(result.left).toEqual([]);
	const reasons = rowsThat('not reached', result.parts).map(({ verdict }) => verdict);
	expect(reasons).toContainEqual({ is: 'not reached', why: 'there is no network or node' });
	expect(reasons).toContainEqual({
		is: 'not reached',
		why: '--create needs --project, which pays',
	});
});

describe('Ctrl-C', () => {
	it.each([/^Made: network/, /^Made: access rule/, /^Made: pin/])(
		'right after %s has it deleted',
		async (pattern) => {
			const sandbox = await ownSandbox();
			const before = idsIn(sandbox);
			const { result, printed } = await runUntil(sandbox, pattern);
			expect(printed).toMatch(pattern.source.slice(1));
			expect(idsIn(sandbox)).toEqual(before);
			expect(result.left).toEqual([]);
		},
	);

	it('while the network comes up has it deleted', async () => {
		const sandbox = await ownSandbox({ deployMs: 3_600_000 });
		const before = idsIn(sandbox);
		const { result } = await runUntil(sandbox, /^Made: network/);
		expect(idsIn(sandbox)).toEqual(before);
		expect(result.left).toEqual([]);
	});

	it('names with its ID what cannot be deleted', async () => {
		const sandbox = await ownSandbox();
		const { result } = await runUntil(sandbox, /^Made: network/, () => {
			sandbox.fault({ kind: 'status', status: 403, method: 'DELETE' });
		});
		const [made] = sandbox.state().networks.slice(-1);
		expect(result.left).toEqual([`network ${made.id} (status 403)`]);
	});

	it('a second time ends the deletion, and names what is left', async () => {
		const sandbox = await ownSandbox();
		const stop = new AbortController();
		const stopDeletion = new AbortController();
		const { result } = await runAgainst({
			...everythingOf(sandbox),
			stop: stop.signal,
			stopDeletion: stopDeletion.signal,
			onSay: (line) => {
				if (!line.startsWith('Made: access rule')) return;
				stop.abort();
				stopDeletion.abort();
			},
		});
		expect(result.left).toEqual([
			expect.stringMatching(/^access rule NAR-.* \(the run was stopped\)$/),
			expect.stringMatching(/^network NW-.* \(the run was stopped\)$/),
		]);
	});
});

describe('a network that goes down', () => {
	it('while something is made: what is left is named', async () => {
		const sandbox = await ownSandbox();
		const { result } = await runAgainst({
			...everythingOf(sandbox),
			onSay: (line) => {
				if (line.startsWith('Made: network')) sandbox.fault({ kind: 'reset' });
			},
		});
		const [made] = sandbox.state().networks.slice(-1);
		expect(result.left).toEqual([`network ${made.id} (no answer)`]);
	});

	it('and up again: everything is deleted', async () => {
		const sandbox = await ownSandbox();
		const before = idsIn(sandbox);
		const { result } = await runAgainst({
			...everythingOf(sandbox),
			onSay: (line) => {
				if (line.startsWith('Made: network')) sandbox.fault({ kind: 'reset', times: 9 });
			},
		});
		expect(result.left).toEqual([]);
		expect(idsIn(sandbox)).toEqual(before);
	});

	it('while it reads: the rest is not asked', async () => {
		const sandbox = await ownSandbox();
		sandbox.fault({ kind: 'reset', skip: 20 });
		const { result } = await runAgainst({ ...everythingOf(sandbox), endpoints: {} });
		expect(sandbox.requests().length).toBeLessThan(30);
		const reasons = rowsThat('not reached', result.parts).map(({ verdict }) => verdict);
		const why = 'the service did not answer any more';
		expect(reasons).toContainEqual({ is: 'not reached', why });
		expect(result.left).toEqual([]);
	});
});

describe('a creation whose answer is lost', () => {
	it.each(['reset', 'truncated', 'empty', 'html'] as const)(
		'(%s) is looked for, and deleted',
		async (kind) => {
			const sandbox = await ownSandbox();
			const before = idsIn(sandbox);
			const status = kind === 'html' ? 502 : undefined;
			const fault = { kind, status, method: 'POST', when: 'after', path: '/v1/networks/' } as const;
			// The first is refused, and makes nothing.
			sandbox.fault({ ...fault, skip: 1 });
			const { result } = await runAgainst({ ...everythingOf(sandbox), endpoints: {} });
			expect(result.left).toEqual([]);
			expect(idsIn(sandbox)).toEqual(before);
		},
	);

	it('is named where the list cannot be read either', async () => {
		const sandbox = await ownSandbox();
		const made = { method: 'POST', path: '/v1/networks/', skip: 1 } as const;
		sandbox.fault({ kind: 'reset', when: 'after', ...made });
		sandbox.fault({ kind: 'status', status: 500, path: '/v1/networks/?project=PR-123' });
		const { result } = await runAgainst({ ...everythingOf(sandbox), endpoints: {} });
		expect(result.left).toEqual([
			expect.stringMatching(/^perhaps a network with the name contract-check-\w+: the list/),
		]);
	});
});

describe('a server that lies', () => {
	it("does not have somebody else's network deleted", async () => {
		const sandbox = await ownSandbox();
		const old = sandbox.state().networks.find(({ id }) => id === seedIds.networks.ethereum);
		const created_at = new Date(old?.createdAt ?? 0).toISOString();
		const body = { id: seedIds.networks.ethereum, name: 'Ethereum mainnet', created_at };
		sandbox.fault({ kind: 'status', status: 201, method: 'POST', path: '/v1/networks/', body });
		const before = idsIn(sandbox);
		await runAgainst({ ...everythingOf(sandbox), endpoints: {} });
		expect(idsIn(sandbox)).toEqual(before);
		const deleted = sandbox.requests().filter(({ method }) => method === 'DELETE');
		expect(deleted.map(({ path }) => path).filter((path) => !path.includes('/ipfs/'))).toEqual([]);
	});

	it('is not believed that it deleted what is still there', async () => {
		const sandbox = await ownSandbox();
		sandbox.fault({ kind: 'status', status: 204, method: 'DELETE', path: '/v1/', body: '' });
		const { result, differs } = await runAgainst({ ...everythingOf(sandbox), endpoints: {} });
		expect(result.left).toEqual([
			expect.stringMatching(/^pin PIN-.* \(still there, although .* with 204\)$/),
			expect.stringMatching(/^network NW-.* \(still there, although .* with 204\)$/),
		]);
		expect(differs).toHaveProperty(['delete.gone'], 'status 200');
	});

	it.each(['wrongShape', 'html', 'empty', 'truncated', 'redirect', 'echoKey'] as const)(
		'(%s) ends in a table, without a key and with nothing left',
		async (kind) => {
			const sandbox = await ownSandbox();
			const before = idsIn(sandbox);
			sandbox.fault({
				kind,
				skip: 1,
				server: 'platform',
				when: 'after',
				location: 'http://127.0.0.1:9/',
			});
			const { result, printed } = await runAgainst({ ...everythingOf(sandbox), endpoints: {} });
			expect(printed).not.toContain(API_KEY);
			expect(rowsThat('confirmed', result.parts).length).toBeLessThan(220);
			// What was made cannot be found where every answer is wrong; it is named then.
			const isLeft = idsIn(sandbox).length > before.length;
			expect(isLeft).toBe(result.left.some((each) => /network/.test(each)));
		},
	);
});

it('gives up a server that does not answer in time', async () => {
	const sandbox = await ownSandbox();
	sandbox.fault({ kind: 'hang', skip: 3 });
	const { result } = await runAgainst({
		...everythingOf(sandbox),
		endpoints: {},
		answerMs: 3000,
	});
	expect(sandbox.requests().length).toBeLessThan(10);
	const reasons = rowsThat('not reached', result.parts).map(({ verdict }) => verdict);
	expect(reasons).toContainEqual({ is: 'not reached', why: 'no whole answer within 30 s' });
});
