import { describe, expect, it } from 'vitest';
import {
	pick,
	randomKey,
	randomlyEncoded,
	seededRandom,
	type Random,
} from '../../unit/fixtures/encodings.mts';
import { usePlatform } from '../fixtures/platform.mts';
import {
	readyNode,
	useServer,
	type Reply,
	type RpcCall,
	type SeenRequest,
} from '../fixtures/server.mts';
import type { NodeRun } from '../support/index.mts';

const platform = usePlatform();
const server = useServer(readyNode);

/** Each run takes about two seconds, and much longer on a busy machine. */
const TIMEOUT_MS = 60_000;

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

function expectNothingOf(keys: readonly string[], run: NodeRun, about: string): void {
	const shown = JSON.stringify([run.output, run.errorOutput, run.error ?? {}, run.hints]);
	const text = shown + run.logText();
	// The markers of texts that are to be cut never leave the node.
	expect(shown, about).not.toMatch(/[\uFDD0\uFDD1]/);
	for (const key of keys) {
		for (let at = 0; at + GRAM <= key.length; at += 1) {
			const part = key.slice(at, at + GRAM);
			const found = text.indexOf(part);
			const where = found === -1 ? '' : text.slice(Math.max(0, found - 60), found + 60);
			expect(where, about).toBe('');
		}
	}
}

describe('servers that repeat the key they were given', () => {
	const seeds = [1, 2, 3];
	const operations = ['call', 'checkSync', 'checkHealth'] as const;

	it.each(seeds)(
		'show nothing of the endpoint key (seed %i)',
		async (seed) => {
			const random = seededRandom(seed);
			const key = randomKey(random);
			server.answer = ({ json }: SeenRequest) =>
				careless((json as RpcCall | undefined)?.id, () => echo(key, random), random);
			const operation = operations[seed - 1];
			const run = await platform.run(
				['jsonRpc', operation],
				{ options: { maxRetries: 0, batchSize: 1 } },
				{
					credentials: platform.credential({ nodeEndpoint: server.url, endpointKey: key }),
					items: Array.from({ length: ITEMS }, () => ({ json: {} })),
					node: { onError: 'continueErrorOutput' },
				},
			);
			expect(run.output.length + run.errorOutput.length).toBe(ITEMS);
			expectNothingOf([key], run, `${operation} with ${key}`);
		},
		TIMEOUT_MS,
	);

	it.each(seeds)(
		'show nothing of the API key (seed %i)',
		async (seed) => {
			const random = seededRandom(1000 + seed);
			const key = randomKey(random);
			server.answer = () => careless(1, () => echo(key, random), random);
			const run = await platform.run(
				['organization', 'get'],
				{ options: { maxRetries: 0 } },
				{
					credentials: platform.credential({ baseUrl: server.url, apiKey: key }),
					items: Array.from({ length: ITEMS }, () => ({ json: {} })),
					node: { onError: pick(['continueErrorOutput', 'continueRegularOutput'], random) },
				},
			);
			expect(run.output.length + run.errorOutput.length).toBe(ITEMS);
			expectNothingOf([key], run, `with ${key}`);
		},
		TIMEOUT_MS,
	);
});
