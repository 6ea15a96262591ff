import { networkLocator } from '../../../shared/locators/network';
import { checkedId } from '../../../shared/platform/resourceIds';
import { defineOperation } from '../../../shared/session/operation';
import { simplifyProperty } from '../../../shared/session/simplify';
import { INCLUDE_SECRETS, platformOptions } from '../options';
import { presentNetwork } from './simplified';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get network',
	description: 'Retrieve one network with its nodes and their state',
	effect: 'reads',
	properties: [networkLocator, simplifyProperty, platformOptions(INCLUDE_SECRETS)],
	async execute({ networkId, ...wanted }, context) {
		const id = checkedId(networkId, 'network');
		const network = await context.api.get(`/v1/networks/${id}/`, `network ${id}`);
		return presentNetwork(network, wanted, context);
	},
});
