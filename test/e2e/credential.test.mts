import { describe, expect, it } from 'vitest';
import { credentialData } from '../../scripts/lib/sandboxProcess.mts';
import { credentialType } from './support/credentialType.mts';
import { client, world } from './support/world.mts';

const good = credentialData(world.sandbox);
const wrongKey = 'wrongKey.0123456789abcdef';

describe("the credential's test", () => {
	it('accepts a credential with both halves and says that both were checked', async () => {
		const { status, message } = await test(good);
		expect(message).toMatch(/API key/i);
		expect(message).toMatch(/endpoint/i);
		expect(status).toBe('OK');
	});

	it.each([
		['only the API key', { nodeEndpoint: '', endpointKey: '' }, /Node Endpoint/],
		['only the endpoint', { apiKey: '' }, /API Key/],
	])('accepts %s and names the half that was left empty', async (_, change, unchecked) => {
		const { status, message } = await test({ ...good, ...change });
		expect(status, message).toBe('OK');
		expect(message).toMatch(unchecked);
	});

	it.each([
		['a wrong API key', { apiKey: wrongKey }, /API key/i],
		['a wrong endpoint key', { endpointKey: wrongKey }, /endpoint/i],
		['an endpoint without its key', { endpointKey: '' }, /Endpoint Key/],
		['a key without its endpoint', { nodeEndpoint: '' }, /Node Endpoint/],
		['nothing filled in', { apiKey: '', nodeEndpoint: '', endpointKey: '' }, /API Key/],
		['an address without TLS', { baseUrl: 'http://example.com' }, /https/i],
	])('refuses %s and says which', async (_, change, named) => {
		const { status, message } = await test({ ...good, ...change });
		expect(status, message).toBe('Error');
		expect(message).toMatch(named);
		for (const secret of [good.apiKey, good.endpointKey, wrongKey]) {
			expect(message).not.toContain(secret);
		}
	});
});

async function test(data: typeof good): Promise<{ status: string; message: string }> {
	return await client.testCredential(world.credential, credentialType, data);
}
