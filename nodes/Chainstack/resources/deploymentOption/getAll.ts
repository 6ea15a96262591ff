import type { IDataObject } from 'n8n-workflow';

import { platformOptions } from '../../../shared/fields/options';
import { returnAllProperties, takeUpToLimit, wholeList } from '../../../shared/fields/listFields';
import { deploymentOptions } from '../../../shared/managementApi/deploymentOptions';
import { defineOperation } from '../../../shared/run/operation';
import { parseList } from '../../../shared/text/strings';
import type { ValuesOf } from '../../../shared/values/propertyTypes';

const filtersProperty = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Blockchain ID',
			name: 'blockchain',
			type: 'string',
			default: '',
			placeholder: 'e.g. BC-000-000-008',
			description: 'Only options for the blockchain with this ID',
		},
		{
			displayName: 'Cloud ID',
			name: 'cloud',
			type: 'string',
			default: '',
			placeholder: 'e.g. CC-0016',
			description: 'Only options on the cloud with this ID',
		},
		{
			displayName: 'Features',
			name: 'features',
			type: 'string',
			default: '',
			traits: { takesList: true },
			placeholder: 'e.g. archive, debug',
			description: 'Only options that offer all of these, separated by commas',
		},
		{
			displayName: 'Network',
			name: 'network',
			type: 'string',
			default: '',
			placeholder: 'e.g. ethereum-mainnet',
			description: "Only options for this network; 'mainnet' alone finds those of every protocol",
		},
		{
			displayName: 'Protocol',
			name: 'protocol',
			type: 'string',
			default: '',
			placeholder: 'e.g. ethereum',
			description: 'Only options for this protocol',
		},
		{
			displayName: 'Provider',
			name: 'provider',
			type: 'string',
			default: '',
			placeholder: 'e.g. chainstack_global',
			description: 'Only options of this provider',
		},
		{
			displayName: 'Region',
			name: 'region',
			type: 'string',
			default: '',
			placeholder: 'e.g. lon1',
			description: 'Only options in this region',
		},
	],
} as const;

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
		const offered = await once('deployment options', async () => await deploymentOptions(api));
		return await takeUpToLimit(
			wholeList(matching(offered, filters)),
			{ returnAll, limit },
			context,
		);
	},
});

function matching(
	offered: readonly IDataObject[],
	{ features = '', network = '', ...others }: Filters,
): IDataObject[] {
	const wanted = parseList(features).map(plain);
	return offered.filter((option) => {
		const has = Array.isArray(option.features) ? option.features.map(plain) : [];
		return (
			Object.entries(others).every(
				([name, value]) => value === '' || plain(option[name]) === plain(value),
			) &&
			isOfNetwork(option, plain(network)) &&
			wanted.every((feature) => has.includes(feature))
		);
	});
}

/** Some answers name a network with its protocol as a prefix, others without. */
function isOfNetwork({ protocol, network }: IDataObject, wanted: string): boolean {
	const names = [plain(network), `${plain(protocol)}-${plain(network)}`];
	return (
		wanted === '' || [wanted, `${plain(protocol)}-${wanted}`].some((name) => names.includes(name))
	);
}

function plain(value: unknown): string {
	return String(value ?? '')
		.trim()
		.toLowerCase();
}
