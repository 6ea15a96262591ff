import {
	defineFilters,
	filterBy,
	protocolFilter,
	readList,
	returnAllProperties,
	sortProperty,
	textFilter,
} from '../../../shared/fields/listFields';
import { projectLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { simplifyNetwork } from './present';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many networks',
	description: 'List networks, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		...returnAllProperties,
		defineFilters(
			textFilter('publicNetwork', 'Chain Network', 'networks on this chain', 'ethereum-mainnet'),
			textFilter('name', 'Name', 'networks of this name'),
			filterBy(projectLocator, 'networks of this project'),
			textFilter('projectType', 'Project Type', 'networks of projects of this type', 'public'),
			protocolFilter('networks of this protocol'),
			field('options', 'Status', 'status', {
				options: [
					{ name: 'Failed', value: 'failed' },
					{ name: 'OK', value: 'ok' },
					{ name: 'Pending', value: 'pending' },
					{ name: 'Starting', value: 'starting' },
					{ name: 'Stopped', value: 'stopped' },
					{ name: 'Stopping', value: 'stopping' },
					{ name: 'Warning', value: 'warning' },
				],
				default: 'ok',
				description: 'Only networks in this state',
			}),
		),
		simplifyProperty,
		sortProperty,
		platformOptions(INCLUDE_SECRETS),
	],
	async execute({ filters, sort: orderBy, simplify, options, ...limits }, context) {
		const { isTool } = context;
		const networks = await readList('/v1/networks/', { ...filters, orderBy }, limits, context);
		return simplify || isTool
			? networks.map((network) => simplifyNetwork(network, options.includeSecrets && !isTool))
			: networks;
	},
});
