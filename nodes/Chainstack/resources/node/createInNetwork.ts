import type { IDataObject } from 'n8n-workflow';

import { networkLocator } from '../../../shared/locators/network';
import { allowUndocumentedProperty } from '../../../shared/locators/regions';
import { NEWEST_FIRST } from '../../../shared/platform/createOrFindTraces';
import { createOrUse } from '../../../shared/platform/createOrUse';
import { PROTOCOLS } from '../../../shared/platform/placement';
import { checkedId } from '../../../shared/platform/resourceIds';
import { defineOperation } from '../../../shared/session/operation';
import type { OperationContext } from '../../../shared/session/session';
import { simplifyOffProperty } from '../../../shared/session/simplify';
import { creationOptions, ifExistsOption, INCLUDE_SECRETS } from '../options';
import { nodeBody, nodeFields, nodeOptions } from './nodeFields';
import { simplifiedNode } from './simplified';

export const createInNetwork = defineOperation({
	name: 'Create in Network',
	value: 'createInNetwork',
	action: 'Create node in network',
	description: 'Start another node in an existing network',
	effect: 'creates',
	properties: [
		networkLocator,
		...nodeFields,
		simplifyOffProperty,
		creationOptions(
			INCLUDE_SECRETS,
			allowUndocumentedProperty,
			...nodeOptions,
			ifExistsOption(
				'What to do when the network already has a node of the same name, for example because this workflow ran before. The output then says whether it already existed.',
			),
		),
	],
	async execute(values, context) {
		const { api, createdIds } = context;
		const network = checkedId(values.networkId, 'network');
		const { includeSecrets, allowUndocumentedValues = false } = values.options;
		// Checked before the network is looked up, so that a simple mistake costs no request.
		nodeBody(values, { allowUndocumentedValues });
		const protocol = await context.once(
			`protocol of ${network}`,
			async () => await protocolOf(network, context),
		);
		// The network exists, so its protocol is available, whatever the documentation lists.
		const isFreeProtocol = !PROTOCOLS.some(({ value }) => value === protocol);
		const node = nodeBody(
			values,
			isFreeProtocol ? { allowUndocumentedValues } : { protocol, allowUndocumentedValues },
		);
		const creation = {
			thing: 'node',
			name: String(node.name),
			ifExists: values.options.ifExists,
			path: '/v1/nodes/',
			query: { network, ...NEWEST_FIRST },
			matches: ({ name }: IDataObject) => name === node.name,
			known: createdIds,
		};
		const created = await createOrUse(
			api,
			creation,
			async () => await api.create('/v1/nodes/', 'node', { ...node, network }),
		);
		return values.simplify ? simplifiedNode(created, includeSecrets) : created;
	},
});

async function protocolOf(network: string, { api }: OperationContext): Promise<string> {
	return String((await api.get(`/v1/networks/${network}/`, `network ${network}`)).protocol);
}
