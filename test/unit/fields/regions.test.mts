import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { getRegions, providerProperty, regionProperty } from '../../../nodes/shared/fields/regions';
import { PROVIDERS } from '../../../nodes/shared/managementApi/placement';

async function regionsWith(provider: unknown) {
	const asked: string[] = [];
	const context = {
		getCurrentNodeParameter: (name: string) => {
			asked.push(name);
			return provider;
		},
	} as unknown as ILoadOptionsFunctions;
	const regions = await getRegions.call(context);
	// The prefix & refers to a sibling field, also inside a collection.
	expect(asked).toEqual(['&provider']);
	return regions;
}

describe('getRegions', () => {
	it.each(PROVIDERS.map(({ value, regions }) => [value, regions] as const))(
		'offers for %s only its regions',
		async (provider, regions) => {
			expect((await regionsWith(provider)).map(({ value }) => value)).toEqual(regions);
		},
	);

	it.each([undefined, '', '={{ $json.provider }}', 'unknown', 5, null])(
		'offers all regions with their providers when the provider is %j',
		async (provider) => {
			const all = await regionsWith(provider);
			expect(all.map(({ value }) => value).sort()).toEqual(
				PROVIDERS.flatMap(({ regions }) => [...regions]).sort(),
			);
			for (const { name, value } of all) {
				expect(name).toContain(String(value));
				expect(name.length).toBeGreaterThan(String(value).length + 3);
			}
		},
	);
});

describe('the fields', () => {
	it('offer the documented providers', () => {
		expect(providerProperty.options.map(({ value }) => value).sort()).toEqual(
			PROVIDERS.map(({ value }) => value).sort(),
		);
	});

	it('refresh the regions when the provider next to them changes', () => {
		expect(regionProperty.typeOptions).toEqual({
			loadOptionsMethod: 'getRegions',
			loadOptionsDependsOn: ['&provider'],
		});
	});
});
