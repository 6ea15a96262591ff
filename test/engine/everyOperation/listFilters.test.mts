import { describe, expect, it } from 'vitest';
import { jsons, usePlatform } from '../fixtures/platform.mts';
import { listSearch } from '../support/index.mts';

const platform = usePlatform();
const chosen = (value: string, mode = 'list') => ({ __rl: true, mode, value });

describe('a filter that was chosen from a list', () => {
	it.each([
		['node', { project: chosen('PR-222-333-444') }, { project: 'PR-222-333-444' }],
		['node', { network: chosen('NW-123-456-789') }, { network: 'NW-123-456-789' }],
		['node', { network: chosen('nw-123-456-789', 'id') }, { network: 'NW-123-456-789' }],
		['node', { protocol: chosen('bitcoin'), provider: chosen('aws') }, { protocol: 'bitcoin' }],
		['node', { region: chosen('moon1', 'name') }, { region: 'moon1' }],
		['network', { project: chosen('PR-222-333-444') }, { project: 'PR-222-333-444' }],
		['network', { protocol: chosen('bitcoin') }, { protocol: 'bitcoin' }],
	])('is sent when %ss are listed: %o', async (resource, filters, query) => {
		await platform.succeed([resource, 'getAll'], { filters });
		expect(platform.requests()[0].query).toMatchObject(query);
	});

	it('is not sent while nothing is chosen', async () => {
		const filters = { project: chosen(''), protocol: chosen(''), region: chosen('') };
		const run = await platform.succeed(['node', 'getAll'], { filters });
		expect(jsons(run.output).length).toBeGreaterThan(3);
		for (const name of Object.keys(filters)) {
			expect(platform.requests()[0].query).not.toHaveProperty(name);
		}
	});
});

describe('the list of', () => {
	it.each([
		['protocols', 'searchProtocols', { name: 'BNB Smart Chain', value: 'bsc' }],
		['providers', 'searchProviders', { name: 'Google Cloud', value: 'gcloud' }],
		['regions', 'searchRegions', { name: 'eu3 (Virtuozzo)', value: 'eu3' }],
		['methods', 'searchMethods', { name: expect.stringMatching(/^getSlot: /), value: 'getSlot' }],
	])('%s needs no request, and accepts values it does not contain', async (_, method, entry) => {
		expect((await listSearch(method)).results).toContainEqual(entry);
		expect((await listSearch(method, { filter: 'other1' })).results).toEqual([
			{ name: 'other1', value: 'other1' },
		]);
		expect(platform.requests()).toEqual([]);
	});
});
