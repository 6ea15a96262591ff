import { networkLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions } from '../../../shared/fields/options';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { presentNetwork } from './simplified';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update network',
	description: 'Change the name of a network',
	effect: 'updates',
	properties: [
		networkLocator,
		field('string', 'Name', 'name', {
			required: true,
			placeholder: 'e.g. Production mainnet',
			description: 'The new name of the network',
		}),
		simplifyProperty,
		platformOptions(INCLUDE_SECRETS),
	],
	async execute({ networkId, name, ...wanted }, context) {
		const id = checkId(networkId, 'network');
		if (name === '')
			throw new Problem("'Name' is empty, so nothing was sent", {
				hint: 'Give the network a name',
			});
		const network = await context.api.update(`/v1/networks/${id}/`, `network ${id}`, { name });
		return presentNetwork(network, wanted, context);
	},
});
