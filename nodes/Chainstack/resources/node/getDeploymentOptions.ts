import type { IDataObject } from 'n8n-workflow';

import {
	defineFilters,
	returnAllProperties,
	textFilter,
	textsFilter,
} from '../../../shared/fields/listFields';
import { takeUpToLimit } from '../../../shared/fields/readList';
import { platformOptions } from '../../../shared/fields/options';
import { getChainNetwork } from '../../../shared/managementApi/chainNames';
import { readDeploymentOptions } from '../../../shared/managementApi/deploymentOptions';
import { defineOperation } from '../../../shared/run/operation';
import { parseList } from '../../../shared/text/strings';
import type { ValuesOf } from '../../../shared/values/field';

const filtersProperty = defineFilters(
	textFilter('blockchain', 'Blockchain ID', 'options for this blockchain', 'BC-000-000-008'),
	textFilter('cloud', 'Cloud ID', 'options on this cloud', 'CC-0016'),
	textsFilter('features', 'Features', 'options that offer all of these', 'archive, debug'),
	textFilter(
		'network',
		'Network',
		"options for this network; 'mainnet' alone finds those of every protocol",
		'ethereum-mainnet',
	),
	textFilter('protocol', 'Protocol', 'options for this protocol', 'ethereum'),
	textFilter('provider', 'Provider', 'options of this provider', 'chainstack_global'),
	textFilter('region', 'Region', 'options in this region', 'lon1'),
);

type Filters = ValuesOf<[typeof filtersProperty]>['filters'];

export const getDeploymentOptions = defineOperation({
	name: 'Get Deployment Options',
	value: 'getDeploymentOptions',
	action: 'Get deployment options of nodes',
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
	const plain = Object.entries(others).filter(([, value]) => value !== '');
	return offered.filter((option) => {
		const has = Array.isArray(option.features) ? option.features.map(normalizeText) : [];
		const protocol = normalizeText(option.protocol);
		const own = getChainNetwork({ protocol, network: normalizeText(option.network) });
		const asked = getChainNetwork({ protocol, network: normalizeText(network) });
		if (network !== '' && own !== asked) return false;
		return (
			plain.every(([name, value]) => normalizeText(option[name]) === normalizeText(value)) &&
			wanted.every((feature) => has.includes(feature))
		);
	});
}

function normalizeText(value: unknown): string {
	return String(value ?? '')
		.trim()
		.toLowerCase();
}
