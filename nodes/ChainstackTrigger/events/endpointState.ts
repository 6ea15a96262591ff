import type { Observation } from '../../shared/polling/observation';
import { without } from '../../shared/pure/without';
import { askSyncing } from '../../shared/readiness/askSyncing';
import { comparedWithEachOther } from '../../shared/readiness/compareHeads';
import { lookAtHealth, type HealthLook, type HealthSettings } from '../../shared/readiness/health';
import type { OperationContext } from '../../shared/session/session';
import { askedInPoll } from './askEndpoint';
import type { Capacity } from './capacity';
import type { Endpoint } from './endpoints';

/**
 * So many endpoints of a host that cannot answer all of them in a poll are asked at once. Were all of them, those
 * whose turn it is would be turned away, and others answered instead.
 */
const AT_ONCE = 32;

/** Which endpoints are asked, and which of their hosts are known to be slow. */
export interface Asking {
	endpoints: readonly Endpoint[];
	capacity: Capacity;
	context: OperationContext;
}

/** What became of the endpoints that were to be asked. */
export interface Asked {
	observations: Observation[];
	/** Ids of those of which nothing could be learned before the poll had to end. */
	cutOff: string[];
}

/** Asks endpoints whether they are synchronized. */
export async function syncStates(all: Asking): Promise<Asked> {
	return await askedAll(all, async ({ id, name, host, target }) => {
		const answer = await askedInPoll(
			all.context,
			all.capacity.isTight(host),
			async (asking) => await askSyncing(target, 1, asking),
		);
		if (answer === undefined) return undefined;
		const { state, reason, latencyMs, endpoint, blocks } = answer;
		return { id, name, state, facts: { endpoint, latencyMs, ...blocks, ...given({ reason }) } };
	});
}

/** Asks endpoints for their health, and compares those of the same chain with each other. */
export async function healthStates(all: Asking, settings: HealthSettings): Promise<Asked> {
	const looks: HealthLook[] = [];
	const asked = await askedAll(all, async ({ id, name, host, target }) => {
		const isInTurn = all.capacity.isTight(host);
		const answer = await askedInPoll(all.context, isInTurn, async (asking) => {
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
			const { healthy, state, ...known } = without(compared[Number(facts.place)], 'attempts');
			// A node that is a few blocks behind says that it synchronizes, and is well.
			return { id, name, state: healthy ? 'ready' : state, facts: known };
		}),
	};
}

async function askedAll(
	{ endpoints, capacity }: Asking,
	ask: (endpoint: Endpoint) => Promise<Observation | undefined>,
): Promise<Asked> {
	const lanes = new Map<string, Lane>();
	const asked = await Promise.all(
		endpoints.map(async (endpoint) => {
			const { id, host } = endpoint;
			const lane = lanes.get(host) ?? new Lane(capacity.isTight(host) ? AT_ONCE : Infinity);
			lanes.set(host, lane);
			return { id, observation: await lane.pass(async () => await ask(endpoint)) };
		}),
	);
	return {
		observations: asked.flatMap(({ observation }) => observation ?? []),
		cutOff: asked.filter(({ observation }) => observation === undefined).map(({ id }) => id),
	};
}

/** Lets a number of them at a time do something, in the order in which they come. */
class Lane {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	async pass<T>(work: () => Promise<T>): Promise<T> {
		if (this.free === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
		else this.free -= 1;
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next === undefined) this.free += 1;
			else next();
		}
	}
}

/** What has a value: nothing else belongs into an item. */
function given<T extends object>(values: T): Partial<T> {
	return Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined),
	) as Partial<T>;
}
