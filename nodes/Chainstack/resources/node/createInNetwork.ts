import { readNetworkOfNode } from '../../../shared/endpoints/nodeNetwork';
import { networkLocator } from '../../../shared/fields/locator';
import { creationOptions, ifExistsProperty, INCLUDE_SECRETS } from '../../../shared/fields/options';
import { allowUndocumentedProperty } from '../../../shared/fields/regions';
import { simplifyProperty } from '../../../shared/fields/listFields';
import {
	NEWEST_FIRST,
	createOrUse,
	findExisting,
	type Creation,
	type IfExists,
} from '../../../shared/managementApi/createOrUse';
import { PROTOCOLS } from '../../../shared/managementApi/placement';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { buildNodeBody, nodeFields, nodeOptions } from './nodeFields';
import { presentNode } from './present';

export const createInNetwork = defineOperation({
	name: 'Create in Network',
	value: 'createInNetwork',
	action: 'Add node to network',
	description: 'Start another node in an existing network',
	effect: 'creates',
	properties: [
		networkLocator,
		...nodeFields,
		ifExistsProperty(
			'What to do when the network already has a node of the same name, for example because this workflow ran before. The output then says whether it already existed.',
		),
		simplifyProperty,
		creationOptions(INCLUDE_SECRETS, allowUndocumentedProperty, ...nodeOptions),
	],
	async execute(values, context) {
		const { networkId: network, options } = values;
		const { allowUndocumentedValues } = options;
		// Checked before the network is looked up, so that a simple mistake costs no request.
		buildNodeBody(values, { allowUndocumentedValues });
		const found = await readNetworkOfNode({ network }, context);
		// The network exists, so its protocol is available, whatever the documentation lists.
		const protocol = PROTOCOLS.find(({ value }) => value === found?.protocol)?.value;
		const node = buildNodeBody(values, { protocol, allowUndocumentedValues });
		const creation = { ...describeCreation(values, context), json: { ...node, network } };
		const created = await createOrUse(context.api, creation);
		return values.simplify ? await presentNode(created, values, context) : created;
	},
	async findCreated(values, context) {
		const found = await findExisting(context.api, describeCreation(values, context));
		return found && values.simplify ? await presentNode(found, values, context) : found;
	},
});

function describeCreation(
	{ networkId, name, ifExists }: { networkId: string; name: string; ifExists: IfExists },
	{ createdIds, hint }: OperationContext,
): Omit<Creation, 'json'> {
	return {
		thing: 'node',
		name,
		ifExists,
		path: '/v1/nodes/',
		query: { network: networkId, ...NEWEST_FIRST },
		matches: (record) => record.name === name,
		known: createdIds,
		hint,
	};
}
