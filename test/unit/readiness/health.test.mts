import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/jsonRpc/chains';
import { lookAtHealth } from '../../../nodes/shared/readiness/health';
import type { HealthLook } from '../../../nodes/shared/readiness/healthReading';
import { playedFamilies } from '../../../sandbox/jsonRpc/families.mts';
import { familyAnswer, familyEndpoint } from '../fixtures/familyEndpoint.mts';
import type { Reply, Sent } from '../fixtures/requestContext.mts';

/** Checks the health of an endpoint whose calls are sent one by one. */
async function checked(
	family: FamilyName,
	respond: (sent: Sent, count: number) => Reply,
	network?: string,
): Promise<{ look: HealthLook; requests: number }> {
	const { endpoint, sent, ...parts } = familyEndpoint(family, respond, { batchSize: 1, network });
	const once = async (): Promise<never> => await Promise.reject(new Error('not expected here'));
	const look = await lookAtHealth({ endpoint }, { isCompared: true }, { ...parts, once });
	return { look, requests: sent.length };
}

/** What a healthy node of a family answers. */
const answered = (family: string, sent: Sent): Reply => familyAnswer(family, 'ready', sent);

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
