import { describe, expect, it } from 'vitest';

import {
	readDeploymentOptions,
	formatPlace,
	type DeploymentOption,
} from '../../../nodes/shared/managementApi/deploymentOptions';
import type { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';
import { rejection } from '../fixtures/problems.mts';

const answering = (answer: object): PlatformClient =>
	({
		get: async (path: string) =>
			await Promise.resolve(path === '/v2/deployment-options/' ? answer : {}),
	}) as unknown as PlatformClient;

describe('deploymentOptions', () => {
	it('returns only entries that are options', async () => {
		const option = { provider: 'aws', region: 'us-east-1' };
		const answer = { options: [option, null, 'x'] };
		expect(await readDeploymentOptions(answering(answer))).toEqual([option]);
	});

	it.each([{}, { options: null }, { results: [] }])('fails for %j', async (answer) => {
		const problem = await rejection(readDeploymentOptions(answering(answer)));
		expect(problem.message).toContain("without 'options'");
		expect(problem.hint).toContain("'Base URL'");
	});
});

describe('placeOf', () => {
	it('names provider and region', () => {
		const option = { provider: 'aws', region: 'us-east-1' } as DeploymentOption;
		expect(formatPlace(option)).toBe('aws, us-east-1');
	});
});
