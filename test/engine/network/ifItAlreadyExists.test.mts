import { describe, expect, it } from 'vitest';
import {
	jsons,
	numbered,
	pairs,
	told,
	usePlatform,
	type OperationName,
} from '../fixtures/platform.mts';

const platform = usePlatform({ deployMs: 60_000, pageSize: 2 });
const id = (value: string) => ({ __rl: true, mode: 'id', value });
const use = { ifExists: 'use' };
const node = { type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const network = {
	project: id('PR-123-456-789'),
	protocol: 'ethereum',
	chainNetwork: id('ethereum-mainnet'),
	nodes: { node: [{ name: 'n', ...node }] },
};

interface Case {
	operation: OperationName;
	parameters: object;
	/** The kind of object that is counted in the sandbox. */
	kind: 'networks' | 'nodes' | 'projects';
}

const cases: Case[] = [
	{ operation: ['project', 'create'], parameters: {}, kind: 'projects' },
	{ operation: ['network', 'create'], parameters: network, kind: 'networks' },
	{
		operation: ['node', 'create'],
		parameters: {
			project: id('PR-123-456-789'),
			blockchain: id('BC-000-000-004'),
			cloud: id('CC-0020'),
		},
		kind: 'nodes',
	},
	{
		operation: ['node', 'createInNetwork'],
		parameters: { networkId: id('NW-123-456-789'), ...node },
		kind: 'nodes',
	},
];

const posts = () => platform.requests().filter(({ method }) => method === 'POST');

describe.each(cases)('$operation: If It Already Exists', ({ operation, parameters, kind }) => {
	const countNamed = (name: string) =>
		platform.sandbox.state()[kind].filter((record) => record.name === name).length;
	const run = async (fields: object, more: object = {}, name: unknown = 'Mine') =>
		await platform.run(operation, { ...parameters, name, ...fields }, more);

	it('Create Another, the default, creates another one and adds nothing to the output', async () => {
		await run({});
		const again = await run({ ifExists: 'create' });
		expect(again.error).toBeUndefined();
		expect(countNamed('Mine')).toBe(2);
		expect(again.output[0].json).not.toHaveProperty('alreadyExisted');
		expect(platform.requests().some(({ method, query }) => method === 'GET' && query.name)).toBe(
			false,
		);
	});

	it('Use It creates it the first time and returns it the second time', async () => {
		const first = await run(use);
		expect(first.error).toBeUndefined();
		expect(first.output[0].json).toMatchObject({ name: 'Mine', alreadyExisted: false });
		const second = await run(use);
		expect(second.error).toBeUndefined();
		expect(second.output[0].json).toEqual({ ...first.output[0].json, alreadyExisted: true });
		expect(countNamed('Mine')).toBe(1);
		expect(posts()).toHaveLength(1);
	});

	it('finds what an earlier item of the same run created', async () => {
		const items = numbered(5);
		const both = await run(use, { items }, '={{ "Mine " + $json.n % 2 }}');
		expect(both.error).toBeUndefined();
		expect(pairs(both.output)).toEqual([0, 1, 2, 3, 4]);
		const existed = both.output.map(({ json }) => json.alreadyExisted);
		expect(existed).toEqual([false, false, true, true, true]);
		expect(posts()).toHaveLength(2);
	});

	it('completes a run that was interrupted when it is started again', async () => {
		const items = numbered(6);
		const name = '={{ "Mine " + $json.n }}';
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after', skip: 3, times: 1 });
		const broken = await run(use, { items }, name);
		expect(told(broken).message).toContain('may exist anyway');
		const again = await run(use, { items }, name);
		expect(again.error).toBeUndefined();
		const existed = again.output.map(({ json }) => json.alreadyExisted);
		expect(existed).toEqual([true, true, true, true, false, false]);
		for (const { json } of items) expect(countNamed(`Mine ${json.n}`)).toBe(1);
	});
});

describe('Network · Create, If It Already Exists', () => {
	const create = ['network', 'create'] as const;
	const named = { ...network, name: 'Mine', ...use };

	it('uses the only network of the same project, protocol and chain without a name', async () => {
		const unnamed = { ...named, name: '', protocol: 'gnosis', chainNetwork: 'gnosis-mainnet' };
		await platform.run(create, { ...unnamed, chainNetwork: 'gnosis-chiado-testnet' });
		const [first] = (await platform.run(create, unnamed)).output;
		expect(first.json).toMatchObject({ name: 'Gnosis mainnet', alreadyExisted: false });
		const [second] = (await platform.run(create, unnamed)).output;
		expect(second.json).toEqual({ ...first.json, alreadyExisted: true });
		expect(posts()).toHaveLength(2);
	});

	it.each([1, 5])(
		'finds with Retry On Fail what a lost answer has created (%d items)',
		async (count) => {
			platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after', times: 1 });
			const run = await platform.succeed(
				create,
				{ ...named, name: '={{ "Mine " + $json.n }}' },
				{ items: numbered(count), node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
			);
			expect(run.output.map(({ json }) => json.alreadyExisted)).toEqual([
				true,
				...Array.from({ length: count - 1 }, () => false),
			]);
			expect(posts()).toHaveLength(count);
		},
	);

	it('matches by project and protocol', async () => {
		await platform.run(create, {
			...named,
			protocol: 'gnosis',
			chainNetwork: id('gnosis-mainnet'),
		});
		await platform.run(create, { ...named, project: id('PR-222-333-444') });
		const run = await platform.run(create, named);
		expect(jsons(run.output)).toMatchObject([{ alreadyExisted: false, protocol: 'ethereum' }]);
	});

	it('does not use a network of another chain', async () => {
		await platform.run(create, { ...named, chainNetwork: 'ethereum-sepolia-testnet' });
		const run = await platform.run(create, { ...named, chainNetwork: 'ethereum-mainnet' });
		expect(told(run).message).toMatch(
			/^The network NW-[\d-]+ already has this name, but is on ethereum-sepolia-testnet, not on ethereum-mainnet$/,
		);
		expect(posts()).toHaveLength(1);
	});

	it('waits for the existing network with the nodes it has, and still says that it existed', async () => {
		const two = {
			node: [
				{ name: 'a', ...node },
				{ name: 'b', ...node },
			],
		};
		const [first] = (await platform.run(create, named)).output;
		const waiting = { ...named, nodes: two, waitUntilReady: true, waitInterval: 1, waitLimit: 10 };
		platform.sandbox.skipTime(120_000);
		for (const simplify of [false, true]) {
			const run = await platform.succeed(create, { ...waiting, simplify });
			expect(jsons(run.output)).toMatchObject([
				{ id: first.json.id, status: 'ok', alreadyExisted: true, wait: {} },
			]);
		}
	});
});

describe('Node · Create, If It Already Exists', () => {
	it('does not use a node of another chain of the protocol', async () => {
		const parameters = { project: id('PR-123-456-789'), name: 'Mine', ...use };
		const { options } = (await (
			await fetch(`${platform.sandbox.url}/v2/deployment-options/`, {
				headers: { authorization: `Bearer ${platform.sandbox.apiKey}` },
			})
		).json()) as {
			options: Array<{ blockchain: string; cloud: string; protocol: string; network: string }>;
		};
		const ethereum = options.filter(({ protocol }) => protocol === 'ethereum');
		const other = ethereum.find(({ network: chain }) => chain !== ethereum[0].network);
		const placed = (option = ethereum[0]) => ({
			...parameters,
			blockchain: id(option.blockchain),
			cloud: id(option.cloud),
		});
		await platform.run(['node', 'create'], placed());
		const run = await platform.run(['node', 'create'], placed(other));
		expect(told(run).message).toContain(
			`already has this name, but is on ${ethereum[0].network}, not on ${other?.network}`,
		);
		expect(posts()).toHaveLength(1);
	});

	it('uses a node whose chain the service names without its protocol', async () => {
		const parameters = {
			project: id('PR-123-456-789'),
			name: 'Mine',
			...use,
			blockchain: id('BC-000-000-004'),
			cloud: id('CC-0020'),
		};
		const [{ json: node }] = (await platform.run(['node', 'create'], parameters)).output;
		const body = { ...node, protocol: 'solana', network: 'mainnet', blockchain: 'BC-000-000-004' };
		const path = `/v2/nodes/${String(node.id)}/`;
		platform.sandbox.fault({ method: 'GET', path, kind: 'wrongShape', body });
		const run = await platform.succeed(['node', 'create'], parameters);
		expect(jsons(run.output)).toMatchObject([
			{ id: node.id, alreadyExisted: true, chainNetwork: 'solana-mainnet' },
		]);
		expect(posts()).toHaveLength(1);
	});
});
