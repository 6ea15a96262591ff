import type { IDataObject } from 'n8n-workflow';

import { addEndpoint, hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
import {
	blockchainLocator,
	cloudLocator,
	protocolChoice,
} from '../../../shared/fields/deploymentOption';
import { creationOptions, ifExistsProperty, INCLUDE_SECRETS } from '../../../shared/fields/options';
import { projectLocator } from '../../../shared/fields/locator';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { getChainNetwork } from '../../../shared/managementApi/chainNames';
import type { Creation, IfExists } from '../../../shared/managementApi/createOrUse';
import {
	readDeploymentOptions,
	type DeploymentOption,
} from '../../../shared/managementApi/deploymentOptions';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { Problem } from '../../../shared/text/problem';
import { notice } from '../../../shared/values/field';
import { makeCreationSteps } from '../creationSteps';
import { nameField } from './nodeFields';
import { readNodePlace, simplifyNode, type Wanted } from './present';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create node on any chain',
	description: 'Deploy a node on a chain and in a cloud that the platform currently offers',
	effect: 'creates',
	properties: [
		notice(
			'networkNotice',
			'To have several nodes in one network, choose the resource Network and the operation Create: it creates a network with its nodes.',
		),
		projectLocator,
		nameField,
		protocolChoice,
		blockchainLocator,
		cloudLocator,
		ifExistsProperty(
			'What to do when the project already has a node of the same protocol and name, for example because this workflow ran before. The output then says whether it already existed.',
		),
		simplifyProperty,
		creationOptions(INCLUDE_SECRETS),
	],
	...makeCreationSteps(describeNode, presentNode),
});

interface Chosen extends Wanted {
	name: string;
	project: string;
	blockchain: string;
	cloud: string;
	ifExists: IfExists;
}

/** @throws Problem for what is not offered */
async function describeNode(
	{ name, project, blockchain, cloud }: Chosen,
	context: OperationContext,
): Promise<Creation> {
	const { protocol, network } = await findOfferedOption(blockchain, cloud, context);
	return {
		thing: 'node',
		json: { name, project, blockchain, cloud },
		createPath: '/v2/nodes/',
		// Version 2 does not say when nodes were created; version 1 does, for the same nodes.
		path: '/v1/nodes/',
		query: { project, protocol, name },
		chain: network,
	};
}

/** @returns the node as Node, Get shows it; `network` of version 2 is the name of the chain network */
function presentNode(
	node: IDataObject,
	{ simplify, options: { includeSecrets } }: Wanted,
	context: OperationContext,
): IDataObject {
	if (!simplify) return node;
	const { network, ...rest } = node;
	const protocol = String(node.protocol ?? '');
	const chain = network && {
		chainNetwork: getChainNetwork({ protocol, network: String(network) }),
	};
	const known = { ...rest, ...readNodePlace(node), ...chain };
	const complete = addEndpoint(known, { protocol, ...chain }, context);
	return simplifyNode(hintHiddenKey(complete, includeSecrets, context), includeSecrets);
}

/**
 * @returns the deployment option for this combination
 * @throws Problem that says what is offered instead, when this combination is not (any more)
 */
async function findOfferedOption(
	blockchain: string,
	cloud: string,
	{ api, once }: OperationContext,
): Promise<DeploymentOption> {
	const options = await once('deployment options', () => readDeploymentOptions(api));
	const ofBlockchain = options.filter((option) => option.blockchain === blockchain);
	const chosen = ofBlockchain.find((option) => option.cloud === cloud);
	if (chosen !== undefined) return chosen;
	const clouds = ofBlockchain
		.map((option) => `${option.cloud} (${option.provider}, ${option.region})`)
		.join(', ');
	throw new Problem(`The chain ${blockchain} is not (or no longer) offered in the cloud ${cloud}`, {
		hint:
			clouds === ''
				? 'Choose a chain from the list, or see what is offered with Deployment Option, Get Many'
				: `It is offered in ${clouds}`,
	});
}
