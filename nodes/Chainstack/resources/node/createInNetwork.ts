import type { IDataObject } from 'n8n-workflow';

import { networkLocator } from '../../../shared/locators/network';
import { allowUndocumentedProperty } from '../../../shared/locators/regions';
import { createOrFindTraces, NEWEST_FIRST } from '../../../shared/platform/createOrFindTraces';
import { PROTOCOLS } from '../../../shared/platform/placement';
import { checkedId } from '../../../shared/platform/resourceIds';
import { defineOperation } from '../../../shared/session/operation';
import type { OperationContext } from '../../../shared/session/session';
import { creationOptions, INCLUDE_SECRETS } from '../options';
import { nodeBody, nodeFields } from './nodeFields';

export const createInNetwork = defineOperation({
	name: 'Create in Network',
	value: 'createInNetwork',
	action: 'Create node in network',
	description: 'Start another node in a network that exists',
	effect: 'creates',
	properties: [
		networkLocator,
		...nodeFields,
		allowUndocumentedProperty,
		creationOptions(INCLUDE_SECRETS),
	],
	async execute(values, context) {
		const { api, createdIds } = context;
		const network = checkedId(values.networkId, 'network');
		const { allowUndocumentedValues } = values;
		// Checked before the network is looked up, so that a plain mistake costs no request.
		nodeBody(values, { allowUndocumentedValues });
		const protocol = await context.once(
			`protocol of ${network}`,
			async () => await protocolOf(network, context),
		);
		// The network exists, so its protocol is offered, whatever the documentation lists.
		const isFreeProtocol = !PROTOCOLS.some(({ value }) => value === protocol);
		const node = nodeBody(
			values,
			isFreeProtocol ? { allowUndocumentedValues } : { protocol, allowUndocumentedValues },
		);
		const search = {
			path: '/v1/nodes/',
			query: { network, ...NEWEST_FIRST },
			matches: ({ name }: IDataObject) => name === node.name,
			known: createdIds,
		};
		return await createOrFindTraces(
			api,
			search,
			async () => await api.create('/v1/nodes/', 'node', { ...node, network }),
		);
	},
});

async function protocolOf(network: string, { api }: OperationContext): Promise<string> {
	return String((await api.get(`/v1/networks/${network}/`, `network ${network}`)).protocol);
}
