import type { IDataObject } from 'n8n-workflow';

import {
	blockchainLocator,
	cloudLocator,
	protocolChoice,
} from '../../../shared/locators/deploymentOption';
import { projectLocator } from '../../../shared/locators/project';
import { createOrFindTraces, NEWEST_FIRST } from '../../../shared/platform/createOrFindTraces';
import { deploymentOptions, placeOf } from '../../../shared/platform/deploymentOptions';
import { checkedId } from '../../../shared/platform/resourceIds';
import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import type { OperationContext } from '../../../shared/session/session';
import { creationOptions, INCLUDE_SECRETS } from '../options';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create node',
	description: 'Deploy a node from what the platform offers today',
	effect: 'creates',
	properties: [
		projectLocator,
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Mainnet node',
			description: 'Name of the node',
		},
		protocolChoice,
		blockchainLocator,
		cloudLocator,
		creationOptions(INCLUDE_SECRETS),
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
		await checkOffered(body.blockchain, body.cloud, context);
		// Nodes of version 2 do not tell when they were created; the same nodes in version 1 do.
		const query = { project: body.project, name: body.name, ...NEWEST_FIRST };
		const matches = ({ name }: IDataObject): boolean => name === body.name;
		return await createOrFindTraces(
			api,
			{ path: '/v1/nodes/', query, matches, known: createdIds },
			async () => await api.create('/v2/nodes/', 'node', body),
		);
	},
});

/** @throws Problem that says what is offered instead, when this combination is not (any more) */
async function checkOffered(
	blockchain: string,
	cloud: string,
	{ api, once }: OperationContext,
): Promise<void> {
	const options = await once('deployment options', async () => await deploymentOptions(api));
	const ofBlockchain = options.filter((option) => option.blockchain === blockchain);
	if (ofBlockchain.some((option) => option.cloud === cloud)) return;
	if (ofBlockchain.length === 0) {
		throw new Problem(`The network ${blockchain} is not offered, or no longer`, {
			hint: 'Choose a network from the list, or read what is offered with Deployment Option, Get Many',
		});
	}
	const clouds = ofBlockchain.map((option) => `${option.cloud} (${placeOf(option)})`).join(', ');
	throw new Problem(
		`The network ${blockchain} is not offered in the cloud ${cloud}, or no longer`,
		{
			hint: `It is offered in ${clouds}`,
		},
	);
}
