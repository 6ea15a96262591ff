import {
	defineFilters,
	filterBy,
	protocolFilter,
	returnAllProperties,
	sortProperty,
	statusFilter,
	textFilter,
} from '../../../shared/fields/listFields';
import { readList } from '../../../shared/fields/readList';
import { projectLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { defineOperation } from '../../../shared/run/operation';
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
			statusFilter('networks', 'ok', {
				failed: 'Failed',
				ok: 'OK',
				pending: 'Pending',
				starting: 'Starting',
				stopped: 'Stopped',
				stopping: 'Stopping',
				warning: 'Warning',
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
