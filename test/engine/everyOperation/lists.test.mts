import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { idsOf, jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const { nodes, networks } = seedIds;
const { ethereum, hyperliquid, polygon, bitcoin } = nodes;
const chosen = (value: string, mode = 'list') => ({ __rl: true, mode, value });

describe.each([
	['node', nodes],
	['network', networks],
])('the list of %ss', (resource, ids) => {
	const list = async (parameters: object) =>
		await platform.succeed([resource, 'getAll'], parameters);
	const path = `/v1/${resource}s/`;
	const listings = () => platform.requests().filter((request) => request.path === path);

	it('is read up to the limit, and no page beyond it', async () => {
		const run = await list({ limit: 2 });
		expect(idsOf(run.output)).toEqual([ids.ethereum, ids.hyperliquid]);
		expect(listings()).toMatchObject([{ query: {} }]);
		expect(jsons(run.output).some((json) => 'details' in json)).toBe(false);
	});

	it('is read as a whole with Return All, masked also without Simplify', async () => {
		const run = await list({ returnAll: true, simplify: false });
		const all = [ids.ethereum, ids.hyperliquid, ids.polygon, ids.bitcoin];
		expect(idsOf(run.output)).toEqual(all);
		expect(pairs(run.output)).toEqual([0, 0, 0, 0]);
		expect(listings()).toHaveLength(2);
		expect(jsons(run.output)[0]).toMatchObject({ details: {}, creator: { first_name: 'Ada' } });
		for (const { auth } of platform.sandbox.state().nodes)
			expect(run.text()).not.toContain(auth.key);
	});

	it.each([
		['name', [ids.bitcoin, ids.ethereum, ids.hyperliquid, ids.polygon]],
		['-name', [ids.polygon, ids.hyperliquid, ids.ethereum, ids.bitcoin]],
		['created_at', [ids.ethereum, ids.hyperliquid, ids.polygon, ids.bitcoin]],
		['-created_at', [ids.bitcoin, ids.polygon, ids.hyperliquid, ids.ethereum]],
	])('is sorted by %s', async (sort, expected) => {
		const run = await list({ sort, returnAll: true });
		expect(idsOf(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual({ order_by: sort });
	});
});

type Row = readonly [filters: object, query: object, expected: readonly string[]];
const staging = 'PR-222-333-444';
const network = 'NW-123-456-789';
const mainnet = 'hyperliquid-mainnet';

describe('a filter', () => {
	const ofNodes: Row[] = [
		[{ archive: true }, { archive: 'true' }, [ethereum]],
		[{ archive: false, protocol: 'bitcoin' }, { archive: 'false', protocol: 'bitcoin' }, [bitcoin]],
		[{ name: 'polygon-1' }, { name: 'polygon-1' }, [polygon]],
		[{ network: 'NW-222-333-666' }, { network: 'NW-222-333-666' }, [bitcoin]],
		[{ network: chosen(network) }, { network }, [ethereum]],
		[{ network: chosen(network.toLowerCase(), 'id') }, { network }, [ethereum]],
		[{ organization: 'RG-123-456' }, { organization: 'RG-123-456' }, [ethereum, hyperliquid]],
		[{ project: chosen(staging) }, { project: staging }, [polygon, bitcoin]],
		[{ projectType: 'public' }, { project_type: 'public' }, [ethereum, hyperliquid]],
		[
			{ protocol: chosen('bitcoin'), provider: chosen('aws') },
			{ protocol: 'bitcoin', provider: 'aws' },
			[],
		],
		[{ provider: 'vzo' }, { provider: 'vzo' }, [polygon]],
		[{ publicNetwork: mainnet }, { public_network: mainnet }, [hyperliquid]],
		[{ region: 'uksouth' }, { region: 'uksouth' }, [bitcoin]],
		[{ region: chosen('moon1', 'name') }, { region: 'moon1' }, []],
		[{ role: 'peer', type: 'shared' }, { role: 'peer', type: 'shared' }, [polygon]],
		[{ status: 'stopped' }, { status: 'stopped' }, [ethereum]],
		[{ name: '', network: '', region: '' }, {}, [ethereum, hyperliquid]],
	];
	const ofNetworks: Row[] = [
		[{ name: 'Polygon mainnet' }, { name: 'Polygon mainnet' }, [networks.polygon]],
		[{ project: staging }, { project: staging }, [networks.polygon, networks.bitcoin]],
		[{ protocol: chosen('bitcoin') }, { protocol: 'bitcoin' }, [networks.bitcoin]],
		[{ publicNetwork: mainnet }, { public_network: mainnet }, [networks.hyperliquid]],
		[{ status: 'warning' }, { status: 'warning' }, [networks.ethereum]],
		[
			{ projectType: 'public', protocol: 'ethereum' },
			{ project_type: 'public', protocol: 'ethereum' },
			[networks.ethereum],
		],
		[{ name: '', protocol: '', project: '' }, {}, [networks.ethereum, networks.hyperliquid]],
	];
	const rows: Array<readonly [resource: string, ...Row]> = [
		...ofNodes.map((row) => ['node', ...row] as const),
		...ofNetworks.map((row) => ['network', ...row] as const),
	];

	it.each(rows)('of %ss is sent: %o', async (resource, filters, query, expected) => {
		platform.sandbox.setStatus(ethereum, 'stopped');
		platform.sandbox.setStatus(networks.ethereum, 'warning');
		const run = await platform.succeed([resource, 'getAll'], { limit: 2, filters });
		expect(idsOf(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual(query);
	});

	it('is not sent while nothing is chosen', async () => {
		const filters = { project: chosen(''), protocol: chosen(''), region: chosen('') };
		const run = await platform.succeed(['node', 'getAll'], { filters });
		expect(run.output.length).toBeGreaterThan(3);
		for (const { query } of platform.requests())
			for (const name of Object.keys(filters)) expect(query).not.toHaveProperty(name);
	});

	it.each(['network', 'project', 'organization'])(
		'of nodes by %s refuses another kind of ID before anything is sent',
		async (field) => {
			const run = await platform.run(['node', 'getAll'], { filters: { [field]: 'ND-1-2-3' } });
			expect(told(run).message).toContain("'ND-1-2-3' is the ID of a node, not of");
			expect(platform.requests()).toEqual([]);
		},
	);
});

describe('a long list', () => {
	const platform = usePlatform({ pageSize: 100 });

	it('2,000 nodes are listed with Return All', async () => {
		const count = 2000;
		const added = platform.sandbox.addNodes(count);
		const run = await platform.succeed(['node', 'getAll'], { returnAll: true });
		const ids = new Set(run.output.map(({ json }) => json.id));
		expect(ids.size).toBe(count + 4);
		expect(added.every((id) => ids.has(id))).toBe(true);
		// 21 pages of nodes, and the networks that are read for their names.
		expect(platform.requests()).toHaveLength(31);
	});
});
