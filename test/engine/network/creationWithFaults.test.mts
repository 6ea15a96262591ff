import { describe, expect, it } from 'vitest';
import type { OnError } from 'n8n-workflow';
import type { FaultRule } from '../../../sandbox/start.mts';
import { numbered, told, usePlatform } from '../fixtures/platform.mts';
import type { NodeRun } from '../support/index.mts';

const platform = usePlatform({ deployMs: 60_000, pageSize: 100 });
const count = 300;
const timeout = 0.25;

/** Faults of all kinds; after the server acted only those that do not claim the opposite. */
const before: FaultRule[] = [
	{ kind: 'status', status: 400 },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 502 },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 503, retryAfter: 0.01 },
	{ kind: 'status', status: 504 },
	{ kind: 'rateLimit', retryAfter: 0.01 },
	{ kind: 'reset' },
	{ kind: 'truncated' },
	{ kind: 'truncated', announced: false },
	{ kind: 'empty' },
	{ kind: 'empty', status: 503 },
	{ kind: 'html' },
	{ kind: 'html', status: 200 },
	{ kind: 'wrongShape' },
	{ kind: 'hang' },
];
const after: FaultRule[] = [
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 502 },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 504 },
	{ kind: 'reset' },
	{ kind: 'truncated' },
	{ kind: 'truncated', announced: false },
	{ kind: 'empty' },
	{ kind: 'html' },
	{ kind: 'html', status: 200 },
	{ kind: 'wrongShape' },
	{ kind: 'hang' },
];

function injectFaults(share: number): void {
	const rules = [
		...before.map((rule) => ({ ...rule, when: 'before' as const })),
		...after.map((rule) => ({ ...rule, when: 'after' as const })),
	];
	rules.forEach((rule, index) => {
		const probability = share / rules.length;
		platform.sandbox.fault({ ...rule, method: 'POST', probability, seed: 1000 + index });
	});
	// The search for what may have been created has to tolerate a fault as well.
	platform.sandbox.fault({ method: 'GET', kind: 'status', status: 500, probability: 0.1, seed: 7 });
}

async function createMany(onError: OnError, seconds = timeout): Promise<NodeRun> {
	return await platform.run(
		['network', 'create'],
		{
			project: 'PR-123-456-789',
			protocol: 'ethereum',
			nodes: { node: [{ name: 'n', type: 'dedicated', provider: 'aws', region: 'us-east-1' }] },
			name: '={{ "net " + $json.n }}',
			options: { timeout: seconds, maxRetries: 2 },
		},
		{
			items: numbered(count),
			node: { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		},
	);
}

/** The networks the run made in the sandbox, by name. */
function networksMade(): Map<string, string> {
	const made = platform.sandbox.state().networks.filter(({ name }) => name.startsWith('net '));
	const byName = new Map(made.map(({ name, id }) => [name, id]));
	expect(byName.size, 'a network was created twice').toBe(made.length);
	return byName;
}

describe(`${count} creations with faults before and after the server acted`, () => {
	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: what exists is what was reported or may exist',
		async (onError) => {
			injectFaults(0.3);
			const run = await createMany(onError);
			expect(run.status).toBe('success');
			const items = [...run.output, ...run.errorOutput];
			expect(items).toHaveLength(count);

			const reported = new Map<string, unknown>();
			const mayExist = new Map<string, string>();
			const failed = new Map<string, string>();
			for (const { json, pairedItem } of items) {
				const name = `net ${(pairedItem as { item: number }).item}`;
				if (json.error === undefined) reported.set(name, json.id);
				else {
					const text = json.error as string;
					(text.includes('may exist anyway') ? mayExist : failed).set(name, text);
				}
			}
			expect(reported.size + mayExist.size + failed.size).toBe(count);

			const made = networksMade();
			for (const [name, id] of reported) expect(made.get(name), name).toBe(id);
			for (const name of failed.keys()) expect(made.has(name), name).toBe(false);
			for (const [name, id] of made) {
				expect(reported.get(name) === id || mayExist.has(name), name).toBe(true);
			}
			expect(mayExist.size).toBeGreaterThan(30);
			expect(failed.size).toBeGreaterThan(2);

			// A network that exists although its answer was lost is named if the search succeeded.
			const looked = [...mayExist].filter(([, text]) => !text.includes('could not be read'));
			for (const [name, text] of looked) {
				const id = made.get(name);
				if (id === undefined) expect(text, name).toContain('contained nothing that matches');
				else expect(text, name).toContain(`${id} was created`);
			}
			expect(looked.length).toBeGreaterThan(mayExist.size / 2);
		},
		60_000,
	);

	it('Stop with Retry On Fail: the message names exactly what exists', async () => {
		// Most faults have no effect, so the tries are used up on the way.
		platform.sandbox.fault({ method: 'POST', kind: 'status', status: 400, skip: 108, times: 1 });
		platform.sandbox.fault({
			method: 'POST',
			kind: 'rateLimit',
			retryAfter: 0.01,
			probability: 0.05,
			seed: 3,
		});
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after', skip: 204, times: 1 });
		const run = await createMany('stopWorkflow', 20);
		expect(run.status).toBe('error');
		expect(run.output).toEqual([]);
		const { message, description } = told(run);
		expect(message).toContain('The network may exist anyway');
		const [, list = ''] = /Already created in this run: (.*)/.exec(description) ?? [];
		const named = list.match(/NW-\d+-\d+-\d+/g) ?? [];
		const found = /(NW-\d+-\d+-\d+) was created/.exec(description)?.[1];
		const made = networksMade();
		expect(new Set([...named, found])).toEqual(new Set(made.values()));
		expect(named.length).toBeGreaterThan(180);
		expect(found).toBe([...made.values()].at(-1));
	}, 60_000);

	it('Stop with Retry On Fail and faults of every kind: no network is left unnamed', async () => {
		injectFaults(0.02);
		const run = await createMany('stopWorkflow');
		const made = networksMade();
		if (run.status === 'success') {
			expect(run.output.map(({ json }) => json.id)).toEqual([...made.values()]);
			return;
		}
		const { message, description } = told(run);
		const named = new Set(description.match(/NW-\d+-\d+-\d+/g) ?? []);
		const unnamed = [...made.values()].filter((id) => !named.has(id));
		const lookFailed = description.includes('could not be made');
		expect(unnamed).toHaveLength(lookFailed && message.includes('may exist') ? unnamed.length : 0);
		expect(unnamed.length).toBeLessThanOrEqual(1);
		for (const id of named) expect([...made.values()]).toContain(id);
	}, 60_000);
});
