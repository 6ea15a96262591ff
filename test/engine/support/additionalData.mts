import type {
	ICredentialsHelper,
	INodeParameters,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { container, core } from './n8nCore.mts';

/** The address the harness uses as n8n's own. Nothing listens there. */
export const instanceUrl = 'http://n8n.localhost:5678/';

/** The settings that differ between the executions of a process. */
export interface AdditionalDataOptions {
	credentialsHelper: ICredentialsHelper;
	workflowId?: string;
	executionId?: string;
	currentNodeParameters?: INodeParameters;
}

function notSupported(feature: string) {
	return async () => {
		throw new Error(`The engine harness has no ${feature}; test it end to end.`);
	};
}

/** The surroundings of an execution, as `getBase()` of the server builds them. */
export function createAdditionalData(
	options: AdditionalDataOptions,
): IWorkflowExecuteAdditionalData {
	return {
		currentNodeExecutionIndex: 0,
		credentialsHelper: options.credentialsHelper,
		executeWorkflow: notSupported('sub-workflows'),
		restApiUrl: `${instanceUrl}rest`,
		instanceBaseUrl: instanceUrl,
		formWaitingBaseUrl: `${instanceUrl}form-waiting`,
		formBaseUrl: `${instanceUrl}form`,
		formTestBaseUrl: `${instanceUrl}form-test`,
		webhookBaseUrl: `${instanceUrl}webhook`,
		webhookWaitingBaseUrl: `${instanceUrl}webhook-waiting`,
		webhookTestBaseUrl: `${instanceUrl}webhook-test`,
		mcpBaseUrl: `${instanceUrl}mcp`,
		mcpTestBaseUrl: `${instanceUrl}mcp-test`,
		currentNodeParameters: options.currentNodeParameters,
		userId: 'engine-test-user',
		workflowId: options.workflowId,
		executionId: options.executionId,
		variables: {},
		externalSecretsProxy: container.get(core.ExternalSecretsProxy),
		setExecutionStatus: () => {},
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: notSupported('task runner'),
		logAiEvent: () => {},
	};
}
