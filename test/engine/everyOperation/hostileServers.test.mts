import { describe, expect, it } from 'vitest';
import { jsons, numbered, usePlatform } from '../fixtures/platform.mts';
import { readyNode, useServer, type Reply } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const key = 'abcdef0123456789abcdef0123456789';

type Outputs = ReadonlyArray<Record<string, unknown>>;

/** Runs an operation that calls the server's endpoint once per item, and measures how long that takes. */
async function run(
	operation: 'checkSync' | 'call',
	count: number,
	parameters: object = {},
	options: object = {},
) {
	const startedAt = performance.now();
	const { output, error } = await platform.run(
		['jsonRpc', operation],
		{ endpointSource: 'url', url: `${server.url}/${key}`, options, ...parameters },
		{ credentials: {}, items: numbered(count), node: { onError: 'continueRegularOutput' } },
	);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(count);
	return { outputs: jsons(output) as Outputs, ms: performance.now() - startedAt };
}

const readyOnes = (outputs: Outputs) => outputs.filter(({ ready }) => ready === true);

/** Rejects the first request and answers all others as `usual` does. */
function refuseFirst(refusal: Reply, usual = readyNode): void {
	let isFirst = true;
	server.answer = (request) => {
		if (!isFirst) return usual(request);
		isFirst = false;
		return refusal;
	};
}

describe('items with options of their own', () => {
	const impatient = 5;
	const others = (outputs: Outputs) => outputs.filter((_, n) => n !== impatient);

	it.each([
		['maxRetryWait', '={{ $json.n === 5 ? 0 : 300 }}'],
		['maxRetries', '={{ $json.n === 5 ? "0" : " 4 " }}'],
	])('with %s affect no others', async (option, value) => {
		refuseFirst({ status: 429, headers: { 'retry-after': '1' } });
		const { outputs, ms } = await run('checkSync', 22, {}, { limits: { [option]: value } });
		expect(outputs[impatient]).toMatchObject({ ready: false, state: 'rateLimited', attempts: 1 });
		expect(readyOnes(others(outputs))).toHaveLength(21);
		expect(server.seen.length).toBeLessThan(30);
		expect(ms).toBeGreaterThanOrEqual(1000);
		expect(ms).toBeLessThan(5000);
	});

	it('with timeout affect no others', async () => {
		server.answer = (request) => ({ ...readyNode(request), delayMs: 400 });
		const timeout = '={{ $json.n === 5 ? 0.1 : 10 }}';
		const { outputs, ms } = await run('checkSync', 22, {}, { limits: { timeout, maxRetries: 0 } });
		expect(outputs[impatient]).toMatchObject({ ready: false, state: 'unreachable' });
		expect(outputs[impatient].reason).toContain('100 ms');
		expect(readyOnes(others(outputs))).toHaveLength(21);
		expect(ms).toBe(400);
	});

	it('hold for the whole run although the first item has a bad value', async () => {
		const maxRetries = '={{ $json.n === 0 ? "many" : 0 }}';
		const { outputs } = await run('checkSync', 4, {}, { limits: { batchSize: 1, maxRetries } });
		expect(readyOnes(outputs)).toHaveLength(3);
		expect(server.seen).toHaveLength(3);
	});

	it.each(['batchSize', 'maxConcurrency', 'requestsPerSecond'])(
		'cannot be given for %s, which applies to the whole run',
		async (option) => {
			const limits = { [option]: '={{ $json.n + 1 }}' };
			const { outputs } = await run('checkSync', 2, {}, { limits });
			for (const { error } of outputs)
				expect(error).toMatch(/ must be a .*number .*, but it is '{{ \$json.n \+ 1 }}'/);
			expect(server.seen).toEqual([]);
		},
	);
});
