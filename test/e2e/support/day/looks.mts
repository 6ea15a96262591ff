import type { RecordedRequest } from '../../../../sandbox/start.mts';
import type { SandboxSwitches } from '../sandbox.mts';

/** One answer, or a missing one, that a poll received from what it watches. */
export interface Look {
	at: number;
	isGood: boolean;
	/** What the poll received, in readable form. */
	given: string;
}

/** What the polls have checked since the scene began, according to the sandbox's own log. */
export class Looks {
	constructor(
		private readonly switches: SandboxSwitches,
		/** The keys of the endpoints by the names of their nodes. */
		private readonly keys: ReadonlyMap<string, string>,
	) {}

	async forget(): Promise<void> {
		await this.switches.clearRequests();
	}

	/** Completed checks of an endpoint. A poll queries each endpoint once. */
	async atEndpoint(name: string): Promise<Look[]> {
		const start = `/${this.keyOf(name)}/`;
		return await this.#over(({ server, path }) => server === 'rpc' && path.startsWith(start));
	}

	/** Lists of all nodes, or of a project's nodes, that were answered in full. */
	async lists(of: 'all' | 'project'): Promise<Look[]> {
		const lists = await this.#over(
			({ path, query }) => path === '/v1/nodes/' && 'project' in query === (of === 'project'),
		);
		return lists.filter(({ isGood }) => isGood);
	}

	/** Whether a fault was applied to a request that is still waiting for its answer. */
	async isHeld(fault: string): Promise<boolean> {
		const requests = await this.switches.requests();
		return requests.some(({ faults, durationMs }) => faults.includes(fault) && durationMs === null);
	}

	keyOf(name: string): string {
		const key = this.keys.get(name);
		if (key === undefined) throw new Error(`There is no endpoint '${name}'`);
		return key;
	}

	async #over(isMeant: (request: RecordedRequest) => boolean): Promise<Look[]> {
		const requests = await this.switches.requests();
		return requests
			.filter((request) => request.durationMs !== null && isMeant(request))
			.map(lookOf);
	}
}

function lookOf({ receivedAt, status, faults, durationMs }: RecordedRequest): Look {
	const given = status === null ? `no answer for ${durationMs} ms` : `status ${status}`;
	return {
		at: Date.parse(receivedAt),
		isGood: status === 200 && faults.length === 0,
		given: faults.length === 0 ? given : `${given}, spoiled`,
	};
}
