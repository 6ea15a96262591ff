import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	networkFilter,
	projectFilter,
	protocolFilter,
	providerFilter,
	regionFilter,
	searchProtocols,
	searchProviders,
	searchRegions,
} from '../../../nodes/shared/fields/filters';
import { PROTOCOLS, PROVIDERS } from '../../../nodes/shared/managementApi/placement';

const PANEL = {} as ILoadOptionsFunctions;

describe('the values of a filter', () => {
	it.each([
		['protocols', searchProtocols, PROTOCOLS.map(({ name, value }) => ({ name, value }))],
		['providers', searchProviders, PROVIDERS.map(({ name, value }) => ({ name, value }))],
	])('are the documented ones: %s', async (_, search, expected) => {
		expect((await search.call(PANEL)).results).toEqual(expected);
	});

	it('are the regions with their providers', async () => {
		const { results } = await searchRegions.call(PANEL);
		expect(results).toHaveLength(PROVIDERS.flatMap(({ regions }) => [...regions]).length);
		expect(results).toContainEqual({ name: 'uksouth, London (Microsoft Azure)', value: 'uksouth' });
	});

	it.each([
		['bnb', searchProtocols, 'bsc'],
		['GOOGLE', searchProviders, 'gcloud'],
		['us-west', searchRegions, 'us-west-2'],
	])('are searched for %j', async (filter, search, value) => {
		expect((await search.call(PANEL, filter)).results[0].value).toBe(value);
	});
});

describe('a filter', () => {
	it.each([projectFilter('Only a'), networkFilter('Only b')])('can be left empty: $name', (field) =>
		expect(field.required).toBe(false),
	);

	it.each([
		[protocolFilter('Only c'), 'searchProtocols'],
		[providerFilter('Only d'), 'searchProviders'],
		[regionFilter('Only e'), 'searchRegions'],
	])('has a list to search, and takes a name: %j', (field, searchListMethod) => {
		expect(field.default).toEqual({ mode: 'list', value: '' });
		expect(field.modes.map(({ name }) => name)).toEqual(['list', 'name']);
		expect(field.modes[0].typeOptions).toEqual({ searchListMethod, searchable: true });
	});
});
