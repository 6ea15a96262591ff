import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/jsonRpc/chains';
import { endpointAddress } from '../../../nodes/shared/jsonRpc/endpointAddress';
import { RpcClient } from '../../../nodes/shared/jsonRpc/rpcClient';
import { lookAtHealth } from '../../../nodes/shared/readiness/health';
import type { HealthLook } from '../../../nodes/shared/readiness/healthReading';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { playFamily, playedFamilies } from '../../../sandbox/jsonRpc/families.mts';
import { scripted, type Reply, type Sent } from '../fixtures/requestContext.mts';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

/** Checks the health of an endpoint whose calls are sent one by one. */
async function checked(
	family: FamilyName,
	respond: (sent: Sent, count: number) => Reply,
	network?: string,
): Promise<{ look: HealthLook; requests: number }> {
	const { context, sent } = scripted(respond);
	const scheduler = new RequestScheduler({ clock: systemClock, random: () => 0 });
	const rpc = new RpcClient(context, scheduler, {
		maxConcurrency: Infinity,
		isAdaptive: true,
		callsPerSecond: Infinity,
		batchSize: 1,
	});
	const endpoint = {
		...endpointAddress({
			address: 'https://nodes.example.com',
			key: KEY,
			path: { mode: 'automatic' },
			family,
			network,
			field: 'Endpoint URL',
		}),
		allowUnauthorizedCerts: false,
	};
	const retryOptions = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };
	const once = async (): Promise<never> => await Promise.reject(new Error('not expected here'));
	const look = await lookAtHealth(
		{ endpoint },
		{ isCompared: true },
		{ rpc, retryOptions, clock: systemClock, once },
	);
	return { look, requests: sent.length };
}

/** What a healthy node of a family answers. */
function answered(family: string, { method, url, body }: Sent): Reply {
	const { pathname } = new URL(url);
	const path = pathname.split('/').filter((each) => !['', KEY, 'beacon'].includes(each));
	const asked = body === undefined ? undefined : (JSON.parse(String(body)) as unknown);
	const request = { method, path: path.join('/'), body: asked };
	return playFamily(family, 'ready', request) ?? { status: 404, body: '<html>404</html>' };
}

describe.each(playedFamilies as FamilyName[])('an endpoint of %s', (family) => {
	it('is rate limited, not healthy, when calls after the first one are rejected for that', async () => {
		const { look, requests } = await checked(family, (sent, count) =>
			count > 1 ? { status: 429, body: '' } : answered(family, sent),
		);
		expect(look.reading.state).toBe(requests > 1 ? 'rateLimited' : 'ready');
	});
});

describe('chains that are queried like Bitcoin', () => {
	const withoutGenesis = (sent: Sent): Reply =>
		String(sent.body).includes('getblockhash') ? { status: 403 } : answered('bitcoin', sent);

	it('are distinguished by their first block', async () => {
		const { look } = await checked('bitcoin', (sent) => answered('bitcoin', sent), 'litecoin');
		expect(look.head?.group).toMatch(/^bitcoin 0{10,}1$/);
	});

	it('are distinguished by their network where that cannot be read, never by the name they share', async () => {
		const known = await checked('bitcoin', withoutGenesis, 'litecoin');
		expect(known.look.head?.group).toBe('bitcoin litecoin');
		const unknown = await checked('bitcoin', withoutGenesis);
		expect(unknown.look.reading).toMatchObject({ state: 'ready', chainId: 'main' });
		expect(unknown.look.head).not.toHaveProperty('group');
	});
});
