import { describe, expect, it } from 'vitest';
import { withSsrfProtection } from '../support/index.mts';
import { jsons, told, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { answering, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
interface Answer {
	state: string;
	attempts: number;
	reason: string;
}

const server = useServer(answering(() => ({ result: '0x1' })));

/** n8n's own sentence for an address of its internal network (@n8n/backend-network). */
const SENTENCE = 'The request was blocked because it resolves to a restricted IP address';
const RANGES = 'N8N_SSRF_ALLOWED_IP_RANGES';

/** Without the options of tests: repeated as usual. */
const at = (parameters: object) => ({
	endpointSource: 'url',
	url: `${server.url}/${URL_KEY}`,
	...parameters,
});

describe("n8n's protection of its internal network", () => {
	it.each([
		['a read', { method: 'eth_blockNumber' }],
		['a transaction', { method: 'eth_sendRawTransaction', params: '["0x02f8"]' }],
	])('keeps %s back, which is told as such', async (_, parameters) => {
		const run = await withSsrfProtection(
			async () => await platform.run(['jsonRpc', 'call'], at(parameters)),
		);
		expect(server.seen).toEqual([]);
		expect(told(run).message).toContain(SENTENCE);
		expect(told(run).message).not.toMatch(/may have been accepted|connection/);
		expect(told(run).description).toContain(RANGES);
	});

	it('is a state of an endpoint that is not repeated', async () => {
		const run = await withSsrfProtection(
			async () => await platform.run(['jsonRpc', 'checkSync'], at({})),
		);
		const [{ state, attempts, reason }] = jsons(run.output) as Answer[];
		expect({ state, attempts, seen: server.seen }).toEqual({
			state: 'unreachable',
			attempts: 1,
			seen: [],
		});
		expect(reason).toContain(SENTENCE);
		expect(reason).toContain(RANGES);
	});

	it.each([
		['a list', ['project', 'getAll'], {}],
		['a creation', ['project', 'create'], { name: 'kept back' }],
	] as const)('keeps %s of the platform back', async (_, operation, parameters) => {
		const run = await withSsrfProtection(async () => await platform.run(operation, parameters));
		expect(platform.requests()).toEqual([]);
		expect(told(run).message).toContain(SENTENCE);
		expect(told(run).message).not.toContain('may exist anyway');
		expect(told(run).description).toContain(RANGES);
	});
});
