import { randomUUID } from 'node:crypto';
import { credentialType } from './credentialType.mts';

/** The name of the trigger in workflows made by `triggerWorkflow`. */
export const triggerName = 'Chainstack Trigger';

export const triggerType = 'n8n-nodes-chainstack.chainstackTrigger';

interface TriggerOptions {
	name: string;
	parameters: Record<string, unknown>;
	credential: { id: string; name: string };
}

/** A workflow of the trigger and a node that passes on its input. */
export function triggerWorkflow({ name, parameters, credential }: TriggerOptions) {
	return {
		name,
		nodes: [
			{
				id: randomUUID(),
				name: triggerName,
				type: triggerType,
				typeVersion: 1,
				position: [0, 0],
				parameters,
				credentials: { [credentialType]: credential },
			},
			{
				id: randomUUID(),
				name: 'No Operation',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: {
			[triggerName]: { main: [[{ node: 'No Operation', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}

/**
 * Poll times for a poll every this many seconds. n8n accepts no expression that polls more than once
 * a minute, but any number of expressions.
 */
export function everySeconds(seconds: number): Record<string, unknown> {
	const item = Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));
	return { item };
}
