import type { IDataObject } from 'n8n-workflow';

import { addNetworkAndEndpoint, hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
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
import { checkId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { buildNodeBody, nodeFields, nodeOptions } from './nodeFields';
import { simplifyNode } from './simplified';

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
		const network = checkId(values.networkId, 'network');
		const { allowUndocumentedValues = false } = values.options;
		// Checked before the network is looked up, so that a simple mistake costs no request.
		buildNodeBody(values, { allowUndocumentedValues });
		const { protocol } = (await readNetworkOfNode({ network }, context)) ?? {};
		// The network exists, so its protocol is available, whatever the documentation lists.
		const isFreeProtocol = !PROTOCOLS.some(({ value }) => value === protocol);
		const node = buildNodeBody(
			values,
			isFreeProtocol ? { allowUndocumentedValues } : { protocol, allowUndocumentedValues },
		);
		const creation = { ...describeCreation(values, context), json: { ...node, network } };
		const created = await createOrUse(context.api, creation);
		return await presentNode(created, values, context);
	},
	async findCreated(values, context) {
		const found = await findExisting(context.api, describeCreation(values, context));
		return found && (await presentNode(found, values, context));
	},
});

interface Wanted {
	networkId: string;
	name: string;
	ifExists: IfExists;
	simplify: boolean;
	options: { includeSecrets?: boolean };
}

function describeCreation(
	{ networkId, name, ifExists }: Wanted,
	{ createdIds, hint }: OperationContext,
): Omit<Creation, 'json'> {
	return {
		thing: 'node',
		name,
		ifExists,
		path: '/v1/nodes/',
		query: { network: checkId(networkId, 'network'), ...NEWEST_FIRST },
		matches: (record) => record.name === name,
		known: createdIds,
		hint,
	};
}

/** @returns the node as Node, Get shows it */
async function presentNode(
	node: IDataObject,
	{ simplify, options: { includeSecrets } }: Wanted,
	context: OperationContext,
): Promise<IDataObject> {
	if (!simplify) return node;
	const known = await addNetworkAndEndpoint(node, context);
	return simplifyNode(hintHiddenKey(known, includeSecrets, context), includeSecrets);
}
