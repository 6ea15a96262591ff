import { describe, expect, it } from 'vitest';
import { playFamily, playedFamilies } from '../../../sandbox/jsonRpc/families.mts';
import type { FamilyCondition } from '../../../sandbox/jsonRpc/familyAnswers.mts';
import { told, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';
import { answering, useServer, type Reply, type SeenRequest } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ status: 500 }));

/** Simulates a node of a family behind the key. */
const node =
	(family: string, condition: FamilyCondition) =>
	({ method, url, json }: SeenRequest): Reply => {
		const words = url.split(/[/?]/).filter((word) => !['', URL_KEY, 'beacon'].includes(word));
		const path = words.filter((word) => !word.includes('=')).join('/');
		const answer = playFamily(family, condition, { method, path, body: json });
		return answer ?? { status: 404, body: '<html>404</html>' };
	};

async function asked(
	operation: 'call' | 'checkHealth',
	protocol: string,
	answer: (request: SeenRequest) => Reply,
	{ options = {}, ...parameters }: { options?: object } & Record<string, unknown> = {},
) {
	server.answer = answer;
	const given = { ...parameters, options: { protocol, ...options } };
	return await platform.runAtUrl(server, ['jsonRpc', operation], given);
}

/** HTTP requests that Check Health needs for a node that is ready. */
const MOST_REQUESTS = 2;

// What a family says in which state is held by the unit tests.
describe.each([...playedFamilies])('Check Health of %s', (family) => {
	const health = async (answer: (request: SeenRequest) => Reply) => {
		const run = await asked('checkHealth', family, answer);
		expect(run.error).toBeUndefined();
		expectDescribed(['jsonRpc', 'checkHealth'], run.output);
		return run.output[0].json;
	};

	it('recognizes a node that is ready', async () => {
		expect(await health(node(family, 'ready'))).toMatchObject({
			healthy: true,
			state: 'ready',
			protocol: family,
			blockNumber: expect.any(Number) as number,
			blockAgeSeconds: expect.any(Number) as number,
		});
		expect(server.seen.length).toBeLessThanOrEqual(MOST_REQUESTS);
	});
});

it('reports how far solidified blocks of TRON are behind', async () => {
	const options = { askFinality: true };
	const run = await asked('checkHealth', 'tron', node('tron', 'ready'), { options });
	expect(run.output[0].json).toMatchObject({ healthy: true, finalizedBlocksBehind: 19 });
	const plain = await asked('checkHealth', 'tron', node('tron', 'ready'));
	expect(plain.output[0].json).not.toHaveProperty('finalizedBlocksBehind');
});

describe('Call, for other families than EVM', () => {
	const call = async (protocol: string, answer: (request: SeenRequest) => Reply, given: object) =>
		await asked('call', protocol, answer, { ...given });

	it.each([
		['near', 'query', '{ "request_type": "view_account", "finality": "final" }'],
		['stellar', 'getLedgers', '{ "startLedger": 5 }'],
	])('sends parameters by name to %s', async (protocol, name, params) => {
		const ok = answering(() => ({ result: 5 }));
		const run = await call(protocol, ok, { method: { mode: 'name', value: name }, params });
		expect(run.error).toBeUndefined();
		expect(run.output[0].json).toMatchObject({ method: name, result: 5 });
		expect(server.seen[0].json).toMatchObject({ params: JSON.parse(params) as object });
	});

	it('leaves out empty parameters where servers reject them', async () => {
		const run = await call('stellar', node('stellar', 'ready'), {
			method: { mode: 'name', value: 'getNetwork' },
		});
		expect(run.output[0].json).toMatchObject({
			result: { passphrase: expect.stringMatching(/Public Global/) as string },
		});
		expect(server.seen[0].json).toEqual({ jsonrpc: '2.0', method: 'getNetwork', id: 1 });
	});

	it('refuses parameters by name for EVM before anything is sent', async () => {
		const run = await call('evm', () => ({ status: 404 }), {
			method: { mode: 'name', value: 'eth_call' },
			params: '{ "to": "0x0" }',
		});
		expect(told(run).message).toContain('must be a JSON array');
		expect(server.seen).toEqual([]);
	});
});
