import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../sandbox/random.mts';
import { pick, randomKey, randomlyEncoded, type Random } from '../../unit/fixtures/encodings.mts';
import { numbered, usePlatform } from '../fixtures/platform.mts';
import { readyNode, useServer, type Reply, type RpcCall } from '../fixtures/server.mts';
import type { NodeRun } from '../support/index.mts';

const platform = usePlatform();
const server = useServer(readyNode);

/** This many items are run at once, each with its own server. */
const ITEMS = 100;

/** This many consecutive characters of a key reveal too much of it. */
const GRAM = 8;

/** A text with the key somewhere in it, in some encoding; long enough to be cut at any position. */
function echo(key: string, random: Random): string {
	const words = (): string => 'word '.repeat(Math.floor(random() * (random() < 0.5 ? 4 : 140)));
	const { text } = randomlyEncoded(key, random);
	return (
		words() +
		pick(['', 'key=', 'https://x.example.com/', '"', '<b>', 'Bearer '], random) +
		text +
		pick(['', ' ', '"', '</b>', '/evm', '&'], random) +
		words()
	);
}

/** The answer of a server that repeats the key. */
function careless(id: unknown, say: () => string, random: Random): Reply {
	const error = (message: string, more: object = {}): Reply => ({
		body: { jsonrpc: '2.0', id, error: { code: -32000, message, ...more } },
	});
	const replies: Array<() => Reply> = [
		() => error(say()),
		() => error('failed', { data: { [say()]: [say()] } }),
		() => error('failed', { code: say() }),
		() => error(`quota ${say()}`),
		() => ({ body: { jsonrpc: '2.0', id, result: { [say()]: [say(), { deep: say() }] } } }),
		() => ({ body: { jsonrpc: '2.0', id, result: say() } }),
		() => ({ body: { jsonrpc: say(), id, result: false } }),
		() => ({ body: { jsonrpc: '2.0', id: say(), result: false } }),
		() => ({ body: say() }),
		() => ({ status: 400, body: say() }),
		() => ({ status: 502, body: `<html><title>${say()}</title><h1>${say()}</h1>` }),
		() => ({
			status: 422,
			body: { error: { code: say(), message: say(), fields: { [say()]: [say()] } } },
		}),
		() => ({ status: 404, body: { detail: say() } }),
		() => ({ status: 429, body: { error: say(), nextFaucetAvailable: say() } }),
		() => ({ status: 400, body: { errors: [say(), { field: say(), message: say() }] } }),
		() => ({ body: { id: 'RG-1', name: say(), [say()]: say(), results: [say()] } }),
	];
	return pick(replies, random)();
}

function expectNothingOf(key: string, run: NodeRun, about: string): void {
	const shown = JSON.stringify([run.output, run.errorOutput, run.error ?? {}, run.hints]);
	const text = shown + run.logText();
	// The markers of texts that are to be cut never leave the node.
	expect(shown, about).not.toMatch(/[\uFDD0\uFDD1]/);
	for (let at = 0; at + GRAM <= key.length; at += 1) {
		const found = text.indexOf(key.slice(at, at + GRAM));
		const where = found === -1 ? '' : text.slice(Math.max(0, found - 60), found + 60);
		expect(where, about).toBe('');
	}
}

// The encodings are held by the unit tests; these are the ways through which a key reaches what is shown.
describe('servers that repeat the key they were given', () => {
	it.each([
		['jsonRpc', 'call', 1],
		['jsonRpc', 'checkSync', 2],
		['jsonRpc', 'checkHealth', 3],
		['organization', 'get', 1001],
	] as const)('show nothing of it: %s %s (seed %i)', async (resource, operation, seed) => {
		const random = seededRandom(seed);
		const key = randomKey(random);
		server.answer = ({ json }) =>
			careless((json as Partial<RpcCall> | undefined)?.id ?? 1, () => echo(key, random), random);
		const { url } = server;
		const endpoint = { nodeEndpoint: url, endpointKey: key };
		const run = await platform.run(
			[resource, operation],
			{ options: { limits: { maxRetries: 0, ...(resource === 'jsonRpc' && { batchSize: 1 }) } } },
			{
				credentials: platform.credential(
					resource === 'jsonRpc' ? endpoint : { baseUrl: url, apiKey: key },
				),
				items: numbered(ITEMS),
				node: { onError: 'continueErrorOutput' },
			},
		);
		expect(run.output.length + run.errorOutput.length).toBe(ITEMS);
		expectNothingOf(key, run, `${operation} with ${key}`);
	});
});
