import { describe, expect, it } from 'vitest';
import { sandbox } from './support/sandbox.mts';
import { nodeName, runNode } from './support/workflow.mts';
import { credentialType } from './support/credentialType.mts';
import { world } from './support/world.mts';

const run = async (url: string) =>
	await runNode(
		{
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			options: {},
		},
		{ node: { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 } },
	);

describe("the credential in n8n's HTTP Request node", () => {
	it('authenticates a request to the base URL', async () => {
		const execution = await run(`${world.sandbox.url}/v1/organization/`);
		expect(execution.status).toBe('success');
		expect(execution.items(nodeName)).toMatchObject([{ json: { name: 'Example Organization' } }]);
	});

	it('refuses to send the key anywhere else', async () => {
		await sandbox.reset();
		const execution = await run(`${world.sandbox.nodeEndpoint}/v1/organization/`);
		expect(execution.status).toBe('error');
		expect(execution.raw).toContain('The API key is only sent to');
		expect(execution.raw).not.toContain(world.sandbox.apiKey);
		expect(await sandbox.requests()).toEqual([]);
	});
});
