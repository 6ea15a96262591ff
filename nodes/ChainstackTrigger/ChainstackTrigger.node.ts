import {
	NodeConnectionTypes,
	NodeOperationError,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { chainstackApiTest } from '../shared/credential/credentialTest';
import { searches } from '../shared/fields/searches';
import { runPoll } from '../shared/polling/runPoll';
import { buildSubtitle } from '../shared/run/nodeProperties';
import { eventProperties, events } from './events';

export class ChainstackTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chainstack Trigger',
		name: 'chainstackTrigger',
		icon: {
			light: 'file:../../icons/chainstack.svg',
			dark: 'file:../../icons/chainstack.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: buildSubtitle(
			['event'],
			events.map(({ value, name }) => [value, name] as const),
		),
		// n8n lists both nodes of the package as one entry, with this description, so it names the actions as well.
		description:
			'Starts the workflow when nodes, networks or usage change; actions call, check and create nodes',
		defaults: { name: 'Chainstack Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				"Reports changes only, one item each, confirmed in several polls: an IF after it needs no memory of its own. 'Readiness Changed' watches endpoints, 'Node Status Changed' and 'Network Status Changed' the organization or a project, 'Usage Threshold Reached' the plan.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-chainstack.chainstack',
					relationHint: 'Acts on what was reported, or checks once instead of watching',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'chainstackApi', required: true, testedBy: 'chainstackApiTest' }],
		properties: eventProperties,
	};

	methods = {
		credentialTest: { chainstackApiTest },
		listSearch: { searchNodes: searches.searchNodes, searchProjects: searches.searchProjects },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const value = this.getNodeParameter('event');
		const event = events.find((each) => each.value === value);
		// Only a workflow edited by hand can cause this.
		if (event === undefined)
			throw new NodeOperationError(this.getNode(), `There is no event '${String(value)}'`);
		return await runPoll(this, event);
	}
}
