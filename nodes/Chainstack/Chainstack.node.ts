import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { chainstackApiTest } from '../shared/credential/credentialTest';
import { getRegions, searches } from '../shared/fields/searches';
import {
	buildNodeProperties,
	findOperation,
	buildOperationSubtitle,
} from '../shared/run/nodeProperties';
import { runOperation } from '../shared/run/runOperation';
import { resources } from './resources';
import { jsonRpc } from './resources/jsonRpc';
import { searchMethods } from './resources/jsonRpc/method';

export class Chainstack implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chainstack',
		name: 'chainstack',
		icon: {
			light: 'file:../../icons/chainstack.svg',
			dark: 'file:../../icons/chainstack.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: buildOperationSubtitle(resources),
		description: 'Create and monitor blockchain nodes, pin to IPFS',
		defaults: { name: 'Chainstack' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Endpoint, Check Sync says whether a blockchain node is ready: not being ready is a result, and fails only with 'Fail When Not Ready' on. Check Health also looks at the chain and at the age of the newest block. Keep 'Endpoint Source' on Node, so that no key is in the workflow. Network, Create and Node, Create cost money: choose every value on purpose, and set 'If It Already Exists' so that a second run creates nothing twice.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-chainstack.chainstackTrigger',
					relationHint:
						'Starts a workflow when a node, a network, an endpoint or the usage changes; use it for waits of hours',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Not required: JSON-RPC operations with an address of their own run without one.
		credentials: [{ name: 'chainstackApi', required: false, testedBy: 'chainstackApiTest' }],
		properties: buildNodeProperties(resources, jsonRpc),
	};

	methods = {
		credentialTest: { chainstackApiTest },
		listSearch: { ...searches, searchMethods },
		loadOptions: { getRegions },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0) as string;
		const operation = this.getNodeParameter('operation', 0) as string;
		return await runOperation(
			this,
			findOperation(resources, resource, operation),
			this.continueOnFail(),
		);
	}
}
