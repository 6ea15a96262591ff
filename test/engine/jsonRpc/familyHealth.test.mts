import { describe, expect, it } from 'vitest';
import { playFamily, playedFamilies } from '../../../sandbox/jsonRpc/families.mts';
import { URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ status: 500 }));

/** Checks a node of a family that is ready. */
async function check(protocol: string, options: object = {}) {
	server.answer = ({ method, url, json }) => {
		const words = url.split(/[/?]/).filter((word) => !['', URL_KEY, 'beacon'].includes(word));
		const path = words.filter((word) => !word.includes('=')).join('/');
		const answer = playFamily(protocol, 'ready', { method, path, body: json });
		return answer ?? { status: 404, body: '<html>404</html>' };
	};
	const given = { options: { protocol, ...options } };
	const run = await platform.runAtUrl(server, ['jsonRpc', 'checkHealth'], given);
	expect(run.error).toBeUndefined();
	expectDescribed(['jsonRpc', 'checkHealth'], run.output);
	return run.output[0].json;
}

/** HTTP requests that Check Health needs for a node that is ready. */
const MOST_REQUESTS = 2;

// The words of a family for each state are held by the unit tests.
describe('Check Health', () => {
	it.each([...playedFamilies])('recognizes a node that is ready: %s', async (protocol) => {
		expect(await check(protocol)).toMatchObject({
			healthy: true,
			state: 'ready',
			protocol,
			blockNumber: expect.any(Number) as number,
			blockAgeSeconds: expect.any(Number) as number,
		});
		expect(server.seen.length).toBeLessThanOrEqual(MOST_REQUESTS);
	});

	it('reports how far solidified blocks of TRON are behind', async () => {
		const facts = await check('tron', { alsoAskFor: ['finality'] });
		expect(facts).toMatchObject({ healthy: true, finalizedBlocksBehind: 19 });
		expect(await check('tron')).not.toHaveProperty('finalizedBlocksBehind');
	});
});
