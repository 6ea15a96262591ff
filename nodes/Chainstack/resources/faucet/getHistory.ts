import { platformOptions } from '../../../shared/fields/options';
import {
	returnAllProperties,
	simplifyProperty,
	takeUpToLimit,
} from '../../../shared/fields/listFields';
import { defineOperation } from '../../../shared/run/operation';
import { simplifyTransfer, listTransfers } from './history';

export const getHistory = defineOperation({
	name: 'Get History',
	value: 'getHistory',
	action: 'Get faucet history',
	description:
		'List the test tokens the organization has received: chain, address, amount and time',
	effect: 'reads',
	properties: [...returnAllProperties, simplifyProperty, platformOptions()],
	async execute({ returnAll, limit, simplify }, context) {
		// The service returns all transfers at once.
		const all = await listTransfers(context.api);
		const transfers = await takeUpToLimit(all, { returnAll, limit }, context);
		return simplify || context.isTool ? transfers.map(simplifyTransfer) : transfers;
	},
});
