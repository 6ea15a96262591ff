import type { IDataObject } from 'n8n-workflow';

import {
	defineFilters,
	returnAllProperties,
	takeUpToLimit,
	textFilter,
	textsFilter,
} from '../../../shared/fields/listFields';
import { platformOptions } from '../../../shared/fields/options';
import { getChainNetwork } from '../../../shared/managementApi/chainNames';
import { readDeploymentOptions } from '../../../shared/managementApi/deploymentOptions';
import { defineOperation } from '../../../shared/run/operation';
import { parseList } from '../../../shared/text/strings';
import type { ValuesOf } from '../../../shared/values/field';

const filtersProperty = defineFilters(
	textFilter(
		'blockchain',
		'Blockchain ID',
		'Only options for the blockchain with this ID',
		'BC-000-000-008',
	),
	textFilter('cloud', 'Cloud ID', 'Only options on the cloud with this ID', 'CC-0016'),
	textsFilter(
		'features',
		'Features',
		'Only options that offer all of these, separated by commas',
		'archive, debug',
	),
	textFilter(
		'network',
		'Network',
		"Only options for this network; 'mainnet' alone finds those of every protocol",
		'ethereum-mainnet',
	),
	textFilter('protocol', 'Protocol', 'Only options for this protocol', 'ethereum'),
	textFilter('provider', 'Provider', 'Only options of this provider', 'chainstack_global'),
	textFilter('region', 'Region', 'Only options in this region', 'lon1'),
);

type Filters = ValuesOf<[typeof filtersProperty]>['filters'];

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many deployment options',
	description:
		'List what can currently be deployed: each blockchain with a cloud and region that offers it, and their IDs',
	effect: 'reads',
	properties: [...returnAllProperties, filtersProperty, platformOptions()],
	async execute({ returnAll, limit, filters }, context) {
		const { api, once } = context;
		// The service supports neither filters nor pages, so one answer serves all items.
		const offered = await once('deployment options', () => readDeploymentOptions(api));
		return await takeUpToLimit(filterOptions(offered, filters), { returnAll, limit }, context);
	},
});

function filterOptions(
	offered: readonly IDataObject[],
	{ features = '', network = '', ...others }: Filters,
): IDataObject[] {
	const wanted = parseList(features).map(normalizeText);
	return offered.filter((option) => {
		const has = Array.isArray(option.features) ? option.features.map(normalizeText) : [];
		const protocol = normalizeText(option.protocol);
		const getWhole = (name: unknown): string =>
			getChainNetwork({ protocol, network: normalizeText(name) });
		return (
			Object.entries(others).every(
				([name, value]) => value === '' || normalizeText(option[name]) === normalizeText(value),
			) &&
			(network === '' || getWhole(option.network) === getWhole(network)) &&
			wanted.every((feature) => has.includes(feature))
		);
	});
}

function normalizeText(value: unknown): string {
	return String(value ?? '')
		.trim()
		.toLowerCase();
}
