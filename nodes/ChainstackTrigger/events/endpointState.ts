import type { Observation } from '../../shared/polling/observation';
import { askSyncing } from '../../shared/readiness/askSyncing';
import { comparedWithEachOther } from '../../shared/readiness/compareHeads';
import { lookAtHealth, type HealthLook, type HealthSettings } from '../../shared/readiness/health';
import type { OperationContext } from '../../shared/session/session';
import { askedInPoll } from './askEndpoint';
import type { Endpoint } from './endpoints';

/** What became of the endpoints that were to be asked. */
export interface Asked {
	observations: Observation[];
	/** Ids of those of which nothing could be learned before the poll had to end. */
	cutOff: string[];
}

/** Asks endpoints whether they are synchronized. */
export async function syncStates(
	endpoints: readonly Endpoint[],
	context: OperationContext,
): Promise<Asked> {
	return await askedAll(endpoints, async ({ id, name, target }) => {
		const answer = await askedInPoll(
			context,
			async (asking) => await askSyncing(target, 1, asking),
		);
		if (answer === undefined) return undefined;
		const { state, reason, latencyMs, endpoint, blocks } = answer;
		return { id, name, state, facts: { endpoint, latencyMs, ...blocks, ...given({ reason }) } };
	});
}

/** Asks endpoints for their health, and compares those of the same chain with each other. */
export async function healthStates(
	endpoints: readonly Endpoint[],
	settings: HealthSettings,
	context: OperationContext,
): Promise<Asked> {
	const looks: HealthLook[] = [];
	const asked = await askedAll(endpoints, async ({ id, name, target }) => {
		const answer = await askedInPoll(context, async (asking) => {
			const look = await lookAtHealth(target, { ...settings, isCompared: true }, asking);
			return { state: look.reading.state, ...given({ lastingHint: look.lastingHint }), look };
		});
		if (answer === undefined) return undefined;
		const place = looks.push(answer.look) - 1;
		return { id, name, state: answer.state, facts: { place } };
	});
	const compared = comparedWithEachOther(looks);
	return {
		...asked,
		observations: asked.observations.map(({ id, name, facts = {} }) => {
			const { healthy, state, attempts: _attempts, ...known } = compared[Number(facts.place)];
			// A node that is a few blocks behind says that it synchronizes, and is well.
			return { id, name, state: healthy ? 'ready' : state, facts: known };
		}),
	};
}

async function askedAll(
	endpoints: readonly Endpoint[],
	ask: (endpoint: Endpoint) => Promise<Observation | undefined>,
): Promise<Asked> {
	const asked = await Promise.all(
		endpoints.map(async (endpoint) => ({ id: endpoint.id, observation: await ask(endpoint) })),
	);
	return {
		observations: asked.flatMap(({ observation }) => observation ?? []),
		cutOff: asked.filter(({ observation }) => observation === undefined).map(({ id }) => id),
	};
}

/** What has a value: nothing else belongs into an item. */
function given<T extends object>(values: T): Partial<T> {
	return Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined),
	) as Partial<T>;
}
