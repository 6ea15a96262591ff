import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform();
const create = ['node', 'create'] as const;
const createInNetwork = ['node', 'createInNetwork'] as const;
const id = (value: string) => ({ __rl: true, mode: 'id', value });
const solana = { blockchain: id('BC-000-000-004'), cloud: id('CC-0020') };
const basic = { project: id('PR-123-456-789'), name: 'New', ...solana };
const posts = () => platform.requests().filter(({ method }) => method === 'POST');
const newest = () => platform.sandbox.state().nodes.at(-1);

describe('Node · Create', () => {
	it('reads what is offered, sends exactly the documented request and outputs the node', async () => {
		const run = await platform.succeed(create, basic);
		const [read, post, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(read).toMatchObject({ method: 'GET', path: '/v2/deployment-options/', query: {} });
		expect(post).toMatchObject({ method: 'POST', path: '/v2/nodes/', status: 201 });
		expect(post.body).toEqual({
			name: 'New',
			project: 'PR-123-456-789',
			blockchain: 'BC-000-000-004',
			cloud: 'CC-0020',
		});
		expect(jsons(run.output)).toMatchObject([
			{ id: newest()?.id, name: 'New', protocol: 'solana', region: 'lon1', status: 'pending' },
		]);
		expect(run.text()).not.toContain(newest()?.auth.key);
		expect(JSON.stringify(run.hints)).toContain('The key is hidden (***).');
	});

	it('shows its addresses with Include Secrets', async () => {
		const run = await platform.run(create, { ...basic, options: { includeSecrets: true } });
		const address = `${platform.sandbox.nodeEndpoint}/${newest()?.auth.key}`;
		expect(jsons(run.output)).toMatchObject([{ details: { https_endpoint: address } }]);
		expect(JSON.stringify(run.hints)).not.toContain('hidden');
	});

	it('says why a key is hidden even with Include Secrets', async () => {
		const { key } = platform.sandbox.state().nodes[0].auth;
		const credentials = platform.credential({ endpointKey: key });
		const parameters = {
			nodeId: id(platform.sandbox.state().nodes[0].id),
			options: { includeSecrets: true },
		};
		const run = await platform.run(['node', 'get'], parameters, { credentials });
		expect(JSON.stringify(jsons(run.output))).not.toContain(key);
		expect(run.hints).toMatchObject([
			{ message: expect.stringContaining('a key that is also in the credential') as string },
		]);
	});

	it('reads what is offered once for many items and creates the nodes in order', async () => {
		const items = numbered(5);
		const parameters = { ...basic, name: '={{ "n" + $json.n }}' };
		const run = await platform.succeed(create, parameters, { items });
		expect(jsons(run.output)).toMatchObject(items.map(({ json }) => ({ name: `n${json.n}` })));
		expect(pairs(run.output)).toEqual([0, 1, 2, 3, 4]);
		const reads = platform.requests().filter(({ path }) => path === '/v2/deployment-options/');
		expect(reads).toHaveLength(1);
	});

	it('says where a network is offered when the chosen cloud does not have it', async () => {
		const run = await platform.run(create, { ...basic, cloud: id('CC-0024') });
		expect(told(run).message).toBe(
			'The chain BC-000-000-004 is not (or no longer) offered in the cloud CC-0024',
		);
		expect(told(run).description).toContain(
			'CC-0016 (chainstack_global, global1), CC-0020 (chainstack_managed, lon1), CC-0023',
		);
		expect(posts()).toEqual([]);
	});

	it('says that a network is no longer offered', async () => {
		const run = await platform.run(create, { ...basic, blockchain: id('BC-000-000-999') });
		expect(told(run).message).toMatch(/^The chain BC-000-000-999 is not \(or no longer\) offered/);
		expect(posts()).toEqual([]);
	});

	it('refuses the ID of a cloud as a blockchain before anything is sent', async () => {
		const blockchain = id('={{ "CC-0016" }}');
		const run = await platform.run(create, { ...basic, blockchain });
		expect(told(run).message).toBe("'CC-0016' is the ID of a cloud, not of a blockchain");
		expect(platform.requests()).toEqual([]);
	});

	it('searches for the node when it is unknown whether it was created', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after' });
		const run = await platform.run(create, basic);
		expect(told(run).message).toContain('The node may exist anyway');
		expect(posts()).toHaveLength(1);
		expect(told(run).description).toContain(`${newest()?.id} was created`);
	});
});

describe('Node · Create in Network', () => {
	const inEthereum = {
		networkId: id('NW-123-456-789'),
		name: 'Second',
		type: 'dedicated',
		provider: 'aws',
		region: 'us-west-2',
	};
	const sent = {
		name: 'Second',
		type: 'dedicated',
		role: 'peer',
		provider: 'aws',
		region: 'us-west-2',
		configuration: { archive: false },
		network: 'NW-123-456-789',
	};

	it('sends exactly the documented request and outputs the node', async () => {
		const run = await platform.succeed(createInNetwork, inEthereum);
		expect(posts()).toMatchObject([{ path: '/v1/nodes/', query: {}, status: 201 }]);
		expect(posts()[0].body).toEqual(sent);
		expect(jsons(run.output)).toMatchObject([
			{ id: newest()?.id, name: 'Second', endpoint: {}, chain: 'Ethereum Mainnet' },
		]);
		expect(run.text()).not.toContain(newest()?.auth.key);
	});

	it('sends archive, further configuration and a shared type where the protocol has it', async () => {
		const options = { configuration: '{ "client": "erigon" }' };
		const more = { type: 'shared', archive: true, options };
		await platform.succeed(createInNetwork, { ...inEthereum, ...more });
		expect(posts()[0].body).toMatchObject({
			type: 'shared',
			configuration: { archive: true, client: 'erigon' },
		});
	});

	it('looks the network up once for many items', async () => {
		const parameters = { ...inEthereum, name: '={{ "n" + $json.n }}' };
		const run = await platform.run(createInNetwork, parameters, { items: numbered(4) });
		expect(run.output).toHaveLength(4);
		expect(platform.requests().filter(({ method }) => method === 'GET')).toHaveLength(1);
	});

	it('refuses a region of another provider before anything is sent', async () => {
		const parameters = { ...inEthereum, region: '={{ "uksouth" }}' };
		const run = await platform.run(createInNetwork, parameters);
		expect(told(run).message).toContain("The region 'uksouth' belongs to the provider 'azure'");
		expect(platform.requests()).toEqual([]);
	});

	it("refuses a shared node where the network's protocol has only dedicated ones", async () => {
		await platform.run(['network', 'create'], {
			project: 'PR-123-456-789',
			protocol: 'arbitrum',
			chainNetwork: id('arbitrum-mainnet'),
			nodes: { node: [{ name: 'n', type: 'dedicated', provider: 'aws', region: 'us-east-1' }] },
		});
		const arbitrum = platform.sandbox.state().networks.at(-1)?.id ?? '';
		platform.sandbox.clearRequests();
		const parameters = { ...inEthereum, networkId: id(arbitrum), type: 'shared' };
		const run = await platform.run(createInNetwork, parameters);
		expect(told(run).message).toContain("'arbitrum' can only be dedicated, not shared");
		expect(told(run).description).toContain("'Allow Undocumented Values'");
		expect(posts()).toEqual([]);
	});

	it('accepts a protocol the documentation does not list, as the network exists', async () => {
		const run = await platform.succeed(createInNetwork, {
			...inEthereum,
			networkId: id('NW-999-456-111'),
		});
		expect(jsons(run.output)).toMatchObject([{ network: 'NW-999-456-111' }]);
	});

	it('accepts free text fields with Allow Undocumented Values', async () => {
		await platform.succeed(createInNetwork, {
			...inEthereum,
			provider: '',
			region: '',
			options: {
				allowUndocumentedValues: true,
				customProvider: 'chainstack_managed',
				customRegion: 'lon1',
			},
		});
		expect(posts()[0].body).toMatchObject({ provider: 'chainstack_managed', region: 'lon1' });
	});

	it('searches for the node when it is unknown whether it was created', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after' });
		const run = await platform.run(createInNetwork, inEthereum);
		expect(told(run).message).toContain('The node may exist anyway');
		expect(told(run).description).toContain(`${newest()?.id} was created`);
		expect(platform.requests().at(-1)?.query).toEqual({
			network: 'NW-123-456-789',
			order_by: '-created_at',
		});
	});
});
