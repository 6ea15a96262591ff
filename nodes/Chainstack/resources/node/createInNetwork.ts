import { readNetworkOfNode } from '../../../shared/endpoints/nodeFacts';
import { networkLocator } from '../../../shared/fields/locator';
import { creationOptions, ifExistsProperty, INCLUDE_SECRETS } from '../../../shared/fields/options';
import { allowUndocumentedProperty } from '../../../shared/fields/regions';
import { simplifyProperty } from '../../../shared/fields/listFields';
import type { Creation, IfExists } from '../../../shared/managementApi/createOrUse';
import { PROTOCOLS } from '../../../shared/managementApi/placement';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { makeCreationSteps } from '../creationSteps';
import { buildNodeBody, nodeFields, nodeOptions, type NodeValues } from './nodeFields';
import { presentNode, type Wanted } from './present';

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
	...makeCreationSteps(describeNode, (node, values: Values, context) =>
		values.simplify ? presentNode(node, values, context) : node,
	),
});

interface Values extends NodeValues, Wanted {
	networkId: string;
	ifExists: IfExists;
	options: NodeValues['options'] & Wanted['options'] & { allowUndocumentedValues?: boolean };
}

async function describeNode(values: Values, context: OperationContext): Promise<Creation> {
	const { networkId: network, options } = values;
	const { allowUndocumentedValues } = options;
	// Checked before the network is looked up, so that a simple mistake costs no request.
	buildNodeBody(values, { allowUndocumentedValues });
	const found = await readNetworkOfNode({ network }, context);
	// The network exists, so its protocol is available, whatever the documentation lists.
	const protocol = PROTOCOLS.find(({ value }) => value === found?.protocol)?.value;
	return {
		thing: 'node',
		path: '/v1/nodes/',
		json: { ...buildNodeBody(values, { protocol, allowUndocumentedValues }), network },
		query: { network },
	};
}
