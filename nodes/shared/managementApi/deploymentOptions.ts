import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';
import { makeUnexpectedAnswerProblem } from './answerProblem';
import type { PlatformClient } from './platformClient';

/** One place where nodes of one blockchain network can currently be deployed. */
export interface DeploymentOption extends IDataObject {
	/** Id of protocol and network together, `BC-…`. */
	blockchain: string;
	/** Id of the cloud, `CC-…`. */
	cloud: string;
	region: string;
	provider: string;
	protocol: string;
	network: string;
}

/**
 * Reads what can currently be deployed. The service returns everything at once, without pages.
 * @throws Problem
 */
export async function readDeploymentOptions(api: PlatformClient): Promise<DeploymentOption[]> {
	const { options } = await api.get('/v2/deployment-options/', 'deployment options');
	if (Array.isArray(options)) return options.filter(isRecord) as DeploymentOption[];
	throw makeUnexpectedAnswerProblem("deployment options without 'options'");
}
