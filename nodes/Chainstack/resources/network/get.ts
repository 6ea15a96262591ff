import { networkLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions } from '../../../shared/fields/options';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import { presentNetwork } from './simplified';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get network',
	description: 'Retrieve one network with its nodes and their state',
	effect: 'reads',
	properties: [networkLocator, simplifyProperty, platformOptions(INCLUDE_SECRETS)],
	async execute({ networkId, ...wanted }, context) {
		const id = checkId(networkId, 'network');
		const network = await context.api.get(`/v1/networks/${id}/`, `network ${id}`);
		return presentNetwork(network, wanted, context);
	},
});
