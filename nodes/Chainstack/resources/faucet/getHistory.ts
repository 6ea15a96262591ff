import type { IDataObject } from 'n8n-workflow';

import type { PlatformClient } from '../../../shared/platform/platformClient';
import { defineOperation } from '../../../shared/session/operation';
import { returnAllProperties, takeUpToLimit } from '../../../shared/session/pagination';
import { simplifyProperty } from '../../../shared/session/simplify';
import { platformOptions } from '../options';
import { simplifiedTransfer, transfersOf } from './history';

export const getHistory = defineOperation({
	name: 'Get History',
	value: 'getHistory',
	action: 'Get history of faucet',
	description:
		'List the test tokens the organization has received: chain, address, amount and time',
	effect: 'reads',
	properties: [...returnAllProperties, simplifyProperty, platformOptions()],
	async execute({ returnAll, limit, simplify }, { api, isTool }) {
		const transfers = await takeUpToLimit(transfersIn(api), { returnAll, limit });
		return simplify || isTool ? transfers.map(simplifiedTransfer) : transfers;
	},
});

/** The service returns all transfers at once. */
async function* transfersIn(api: PlatformClient): AsyncGenerator<IDataObject> {
	yield* await transfersOf(api);
}
