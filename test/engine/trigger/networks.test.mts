import { describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { nodeStatus, reported } from '../fixtures/polling.mts';

const fleet = useFleet('ND-1-1', 'ND-1-2');

/** How often the platform was asked about networks. */
const askedAboutNetworks = (): number =>
	fleet.paths().filter((path) => path.startsWith('/v1/networks/')).length;

describe.each(['all', 'chosen'])('the networks of nodes whose status is watched (%s)', (watch) => {
	const parameters = { ...nodeStatus, watch, ids: watch === 'chosen' ? 'ND-1-1, ND-1-2' : '' };

	it('are asked for once, even those that do not exist', async () => {
		fleet.nodes[1].network = 'NW-9-9';
		const { answer } = fleet.server;
		const gone = { status: 404, body: { error: { code: 'not_found', message: 'Not found.' } } };
		fleet.server.answer = (request) =>
			request.url === '/v1/networks/NW-9-9/' ? gone : answer(request);
		const trigger = await fleet.watching(parameters);
		const asked = askedAboutNetworks();
		expect(asked).toBe(watch === 'all' ? 1 : 2);
		for (const node of fleet.nodes) node.status = 'failed';
		expect(await reported(trigger.poll())).toMatchObject([
			{
				id: 'ND-1-1',
				chain: 'Ethereum Mainnet',
				summary: 'ND-1-1 (Ethereum Mainnet) is marked as failed',
			},
			{ id: 'ND-1-2', summary: 'ND-1-2 is marked as failed' },
		]);
		expect(askedAboutNetworks()).toBe(asked);
	});

	it('are asked for again where they could not be read, which is no failure of a poll', async () => {
		const { answer } = fleet.server;
		fleet.server.answer = (request) =>
			request.url.includes('/networks/') ? { status: 500 } : answer(request);
		const trigger = await fleet.watching(parameters);
		fleet.nodes[0].status = 'failed';
		expect(await reported(trigger.poll())).toMatchObject([
			{ summary: 'ND-1-1 is marked as failed' },
		]);
		fleet.server.answer = answer;
		fleet.nodes[0].status = 'running';
		expect(await reported(trigger.poll())).toMatchObject([
			{ summary: expect.stringContaining('ND-1-1 (Ethereum Mainnet) is running again') as string },
		]);
	});
});
