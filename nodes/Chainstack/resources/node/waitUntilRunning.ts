import { hintHiddenKey } from '../../../shared/endpoints/addEndpoint';
import { nodeLocator } from '../../../shared/fields/locator';
import {
	INCLUDE_SECRETS,
	platformWaitOptions,
	simplifyProperty,
} from '../../../shared/fields/options';
import { waitProperties } from '../../../shared/fields/waitProperties';
import { defineOperation } from '../../../shared/run/operation';
import { presentNode } from './present';
import { STOP_EARLY, waitForNode } from './waitForNode';

export const waitUntilRunning = defineOperation({
	name: 'Wait Until Running',
	value: 'waitUntilRunning',
	action: 'Wait until node is running',
	description: 'Pause the workflow until a node that is being deployed is running',
	effect: 'reads',
	properties: [
		nodeLocator,
		...waitProperties(10, 900),
		simplifyProperty,
		platformWaitOptions(INCLUDE_SECRETS, STOP_EARLY),
	],
	async execute(values, context) {
		const { node, wait } = await waitForNode(values.nodeId, values, context);
		const shown = await presentNode(node, values, context);
		return { ...hintHiddenKey(shown, values.options.includeSecrets, context), wait };
	},
});
