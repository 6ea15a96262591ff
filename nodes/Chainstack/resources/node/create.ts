import type { IDataObject } from 'n8n-workflow';

import {
	blockchainLocator,
	cloudLocator,
	protocolChoice,
} from '../../../shared/locators/deploymentOption';
import { projectLocator } from '../../../shared/locators/project';
import { NEWEST_FIRST } from '../../../shared/platform/createOrFindTraces';
import { checkSameChain, createOrUse } from '../../../shared/platform/createOrUse';
import {
	deploymentOptions,
	placeOf,
	type DeploymentOption,
} from '../../../shared/platform/deploymentOptions';
import { checkedId } from '../../../shared/platform/resourceIds';
import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import type { OperationContext } from '../../../shared/session/session';
import { creationOptions, ifExistsOption, INCLUDE_SECRETS } from '../options';
import { nameField } from './nodeFields';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create node',
	description: 'Deploy a node on a network and cloud that the platform currently offers',
	effect: 'creates',
	properties: [
		projectLocator,
		nameField,
		protocolChoice,
		blockchainLocator,
		cloudLocator,
		creationOptions(
			INCLUDE_SECRETS,
			ifExistsOption(
				'What to do when the project already has a node of the same protocol and name, for example because this workflow ran before. The output then says whether it already existed.',
			),
		),
	],
	async execute(values, context) {
		const { api, createdIds } = context;
		if (values.name === '') {
			throw new Problem("'Name' is empty, so nothing was sent", { hint: 'Give the node a name' });
		}
		const body = {
			name: values.name,
			project: checkedId(values.project, 'project'),
			blockchain: checkedId(values.blockchain, 'blockchain'),
			cloud: checkedId(values.cloud, 'cloud'),
		};
		const { protocol, network } = await offered(body.blockchain, body.cloud, context);
		const creation = {
			thing: 'node',
			name: body.name,
			ifExists: values.options.ifExists,
			// Version 2 does not say when nodes were created; version 1 does, for the same nodes.
			path: '/v1/nodes/',
			query: { project: body.project, name: body.name, ...NEWEST_FIRST },
			existingQuery: { protocol },
			matches: ({ name }: IDataObject) => name === body.name,
			known: createdIds,
			async useExisting({ id }: IDataObject) {
				const node = await api.get(`/v2/nodes/${checkedId(id, 'node')}/`, `node ${String(id)}`);
				checkSameChain(`node ${String(id)}`, node.network, network);
				return node;
			},
		};
		return await createOrUse(
			api,
			creation,
			async () => await api.create('/v2/nodes/', 'node', body),
		);
	},
});

/**
 * @returns the deployment option for this combination
 * @throws Problem that says what is offered instead, when this combination is not (any more)
 */
async function offered(
	blockchain: string,
	cloud: string,
	{ api, once }: OperationContext,
): Promise<DeploymentOption> {
	const options = await once('deployment options', async () => await deploymentOptions(api));
	const ofBlockchain = options.filter((option) => option.blockchain === blockchain);
	const chosen = ofBlockchain.find((option) => option.cloud === cloud);
	if (chosen !== undefined) return chosen;
	if (ofBlockchain.length === 0) {
		throw new Problem(`The network ${blockchain} is not (or no longer) offered`, {
			hint: 'Choose a network from the list, or see what is offered with Deployment Option, Get Many',
		});
	}
	const clouds = ofBlockchain.map((option) => `${option.cloud} (${placeOf(option)})`).join(', ');
	throw new Problem(
		`The network ${blockchain} is not (or no longer) offered in the cloud ${cloud}`,
		{
			hint: `It is offered in ${clouds}`,
		},
	);
}
