import { addEndpoint, hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
import { locator, projectLocator } from '../../../shared/fields/locator';
import {
	creationOptions,
	ifExistsProperty,
	INCLUDE_SECRETS,
	simplifyProperty,
} from '../../../shared/fields/options';
import { readLimits } from '../../../shared/fields/waitProperties';
import { getChainNetwork } from '../../../shared/managementApi/chainNames';
import {
	readDeploymentOptions,
	type DeploymentOption,
} from '../../../shared/managementApi/deploymentOptions';
import type { OperationContext } from '../../../shared/run/operationContext';
import { Problem } from '../../../shared/text/problem';
import { notice } from '../../../shared/values/field';
import { defineCreation } from '../defineCreation';
import { nameField } from './nodeFields';
import { readNodePlace, simplifyNode } from './present';
import { followNode, nodeWaitProperties, STOP_EARLY_AFTER_CREATION } from './waitForNode';

export const create = defineCreation({
	name: 'Create',
	value: 'create',
	action: 'Create node on any chain',
	description: 'Deploy a node on a chain and in a cloud that the platform currently offers',
	properties: [
		notice(
			'networkNotice',
			'To have several nodes in one network, choose the resource Network and the operation Create: it creates a network with its nodes.',
		),
		projectLocator,
		nameField,
		locator({
			name: 'blockchain',
			displayName: 'Chain',
			description:
				'The chain the node joins, such as Ethereum Mainnet; search the list by name or protocol',
			resource: 'blockchain',
			example: 'BC-000-000-008',
			search: 'searchBlockchains',
		}),
		locator({
			name: 'cloud',
			displayName: 'Cloud and Region',
			description:
				'The cloud and region the node runs in; the list contains those that offer the chain',
			resource: 'cloud',
			example: 'CC-0016',
			search: 'searchClouds',
			dependsOn: 'blockchain.value',
		}),
		ifExistsProperty(
			'What to do when the project already has a node of the same protocol and name, for example because this workflow ran before. The output then says whether it already existed.',
		),
		...nodeWaitProperties,
		simplifyProperty,
		creationOptions(INCLUDE_SECRETS, STOP_EARLY_AFTER_CREATION),
	],
	async describe({ name, project, blockchain, cloud, ...wait }, context) {
		readLimits(wait);
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
	},
	// As Node, Get shows it; `network` of version 2 is the name of the chain network.
	present(node, { simplify, options: { includeSecrets } }, context) {
		if (!simplify) return node;
		const { network, ...rest } = node;
		const protocol = String(node.protocol ?? '');
		const chain = network && { chainNetwork: getChainNetwork(node) };
		const known = { ...rest, ...readNodePlace(node), ...chain };
		const complete = addEndpoint(known, { protocol, ...chain }, context);
		return simplifyNode(hintHiddenKey(complete, includeSecrets, context), includeSecrets);
	},
	afterCreate: followNode,
});

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
				? 'Choose a chain from the list, or see what is offered with Node, Get Deployment Options'
				: `It is offered in ${clouds}`,
	});
}
