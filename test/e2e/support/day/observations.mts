import type { RecordedRequest } from '../../../../sandbox/start.mts';
import type { SandboxSwitches } from '../sandbox.mts';

/** One answer, or a missing one, that a poll received from what it watches. */
export interface Observation {
	at: number;
	isGood: boolean;
	/** The answers that the poll received, in readable form. */
	given: string;
}

/** The checks of the polls since the scene began, according to the sandbox's own log. */
export class Observations {
	constructor(
		private readonly switches: SandboxSwitches,
		/** The keys of the endpoints by the names of their nodes. */
		private readonly keys: ReadonlyMap<string, string>,
	) {}

	async forget(): Promise<void> {
		await this.switches.clearRequests();
	}

	/** Completed requests to an endpoint. A poll asks one that does not answer several times. */
	async atEndpoint(name: string): Promise<Observation[]> {
		return await this.#over(this.#isTo(name));
	}

	/**
	 * The last answer that each poll got at the endpoint of a node of the project. Each poll begins with the list of
	 * the project, so it is over when that list is requested again.
	 */
	async ofPolls(name: string): Promise<Observation[]> {
		const isMeant = this.#isTo(name);
		const polls: RecordedRequest[][] = [];
		for (const request of await this.switches.requests()) {
			if (isListOf('project', request)) polls.push([]);
			else if (isMeant(request)) polls.at(-1)?.push(request);
		}
		return polls.slice(0, -1).flatMap((requests) => requests.slice(-1).map(toObservation));
	}

	/** Lists of all nodes, not only of a project's, that were answered in full. */
	async lists(): Promise<Observation[]> {
		const lists = await this.#over((request) => isListOf('all', request));
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

	#isTo(name: string): (request: RecordedRequest) => boolean {
		const start = `/${this.keyOf(name)}`;
		return ({ server, path }) => server === 'rpc' && path.startsWith(start);
	}

	async #over(isMeant: (request: RecordedRequest) => boolean): Promise<Observation[]> {
		const requests = await this.switches.requests();
		return requests
			.filter((request) => request.durationMs !== null && isMeant(request))
			.map(toObservation);
	}
}

function isListOf(of: 'all' | 'project', { path, query }: RecordedRequest): boolean {
	return path === '/v1/nodes/' && 'project' in query === (of === 'project');
}

function toObservation({ receivedAt, status, faults, durationMs }: RecordedRequest): Observation {
	const given = status === null ? `no answer for ${durationMs} ms` : `status ${status}`;
	return {
		at: Date.parse(receivedAt),
		isGood: status === 200 && faults.length === 0,
		given: faults.length === 0 ? given : `${given}, damaged`,
	};
}
