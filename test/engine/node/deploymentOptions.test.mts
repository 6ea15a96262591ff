import { describe, expect, it } from 'vitest';
import type { DeploymentOption as Option } from '../../../sandbox/platform/offer.mts';
import { jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: { options: [] } }));
const getOptions = ['node', 'getDeploymentOptions'] as const;

/** The options that match these filters. */
async function found(filters: object): Promise<Option[]> {
	const run = await platform.run(getOptions, { returnAll: true, filters });
	if (run.error) throw run.error;
	return jsons(run.output) as Option[];
}

describe('Node · Get Deployment Options', () => {
	it('sends one request without a query and outputs one item per option', async () => {
		const run = await platform.succeed(getOptions, { returnAll: true });
		expect(platform.requests()).toMatchObject([
			{ method: 'GET', path: '/v2/deployment-options/', query: {} },
		]);
		expect(run.output.length).toBeGreaterThan(100);
		expect(new Set(pairs(run.output))).toEqual(new Set([0]));
	});

	it('respects the limit', async () => {
		expect((await platform.run(getOptions, { limit: 3 })).output).toHaveLength(3);
		expect((await platform.run(getOptions)).output).toHaveLength(50);
	});

	it.each([
		[{ protocol: 'ethereum' }, (option: Option) => option.protocol === 'ethereum'],
		[{ protocol: ' Ethereum ' }, (option: Option) => option.protocol === 'ethereum'],
		[{ network: 'ethereum-mainnet' }, (option: Option) => option.network === 'ethereum-mainnet'],
		[{ network: 'mainnet' }, (option: Option) => option.network.endsWith('-mainnet')],
		[{ provider: 'vzo' }, (option: Option) => option.provider === 'vzo'],
		[{ region: 'lon1' }, (option: Option) => option.region === 'lon1'],
		[{ cloud: 'CC-0016' }, (option: Option) => option.cloud === 'CC-0016'],
		[{ blockchain: 'BC-000-000-001' }, (option: Option) => option.blockchain === 'BC-000-000-001'],
		[{ features: 'archive' }, (option: Option) => option.features.includes('archive')],
		[
			{ features: 'debug, Archive,' },
			(option: Option) => ['archive', 'debug'].every((name) => option.features.includes(name)),
		],
		[
			{ protocol: 'ethereum', region: 'global1', cloud: '', features: '' },
			(option: Option) => option.protocol === 'ethereum' && option.region === 'global1',
		],
	])('filters by %o', async (filters, matches) => {
		const all = await found({});
		const some = await found(filters);
		expect(some.length).toBeGreaterThan(0);
		expect(some.length).toBeLessThan(all.length);
		expect(some).toEqual(all.filter(matches));
	});

	it.each([[{ protocol: 'eth' }], [{ network: 'net' }], [{ features: 'archive, time machine' }]])(
		'gives no item when nothing matches %o',
		async (filters) => expect(await found(filters)).toEqual([]),
	);

	it('understands networks that are given without their protocol', async () => {
		const options = [
			{ protocol: 'ethereum', network: 'mainnet', features: null },
			{ protocol: 'bsc', network: 'mainnet' },
		];
		server.answer = () => ({ body: { options } });
		const filters = { network: 'ethereum-mainnet' };
		const run = await platform.runAt(server, getOptions, { filters });
		expect(jsons(run.output)).toEqual([options[0]]);
	});

	it('sends one request for all items, each with its own filters', async () => {
		const protocols = ['ethereum', 'none', 'bsc'];
		const run = await platform.run(
			getOptions,
			{ limit: 2, filters: { protocol: '={{ $json.protocol }}' } },
			{ items: protocols.map((protocol) => ({ json: { protocol } })) },
		);
		expect((jsons(run.output) as Option[]).map(({ protocol }) => protocol)).toEqual([
			'ethereum',
			'ethereum',
			'bsc',
			'bsc',
		]);
		expect(pairs(run.output)).toEqual([0, 0, 2, 2]);
		expect(platform.requests()).toHaveLength(1);
	});

	it('leaves out what is no option', async () => {
		const option = { blockchain: 'BC-1', cloud: 'CC-1' };
		server.answer = () => ({ body: { options: [null, option, 5] } });
		const run = await platform.runAt(server, getOptions, {});
		expect(jsons(run.output)).toEqual([option]);
	});

	it.each([[{ options: {} }], [{ results: [] }]])('refuses the answer %o', async (body) => {
		server.answer = () => ({ body });
		const run = await platform.runAt(server, getOptions, {});
		expect(told(run).message).toBe("Chainstack returned deployment options without 'options'");
	});

	it('gives an AI agent 20 of them', async () => {
		const run = await platform.runTool(getOptions);
		expect(run.answers[0]).toHaveLength(20);
	});
});
