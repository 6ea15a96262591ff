import type { FaultRule } from '../../../../sandbox/start.mts';
import { Observations } from './observations.mts';
import type { Protocol } from './protocol.mts';
import { until } from './until.mts';
import type { Platform } from './watched.mts';

const listPaths = {
	project: '/^\\/v1\\/nodes\\/\\?.*project=/',
	status: '/^\\/v1\\/nodes\\/(?!.*project=)/',
};

/** The changes that the script makes to the platform. */
export class Disturbances {
	protected readonly observations: Observations;
	/** Names of endpoints that the scene has changed. */
	protected readonly touched = new Set<string>();
	/** Active fault rules, by what they affect. */
	readonly #faults = new Map<string, string[]>();

	constructor(
		readonly platform: Platform,
		readonly protocol: Protocol,
	) {
		this.observations = new Observations(platform.switches, platform.keys);
	}

	/** Breaks the answers of an endpoint, until `repairs`. */
	async breaks(name: string, rule: Omit<FaultRule, 'server' | 'path'>): Promise<void> {
		this.#do(name, `${name} breaks: ${JSON.stringify(rule)}`);
		// The address as it was pasted, without the path that is appended, counts as well.
		const path = `/${this.observations.keyOf(name)}`;
		await this.#addFault(name, { server: 'rpc', path, ...rule });
	}

	/** Makes an endpoint give another answer to eth_syncing, until `repairs`. */
	async answers(name: string, value: unknown): Promise<void> {
		this.#do(name, `${name} answers ${JSON.stringify(value)}`);
		await this.platform.switches.setRpcAnswer(this.observations.keyOf(name), 'eth_syncing', value);
	}

	async repairs(...names: string[]): Promise<void> {
		for (const name of names) {
			this.#do(name, `${name} is repaired`);
			await this.#endFaults(name);
			await this.platform.switches.clearRpcAnswer(this.observations.keyOf(name), 'eth_syncing');
		}
	}

	/** Sets the status of a node that is not in the project; without one it runs again. */
	async status(name: string, status?: string): Promise<void> {
		this.protocol.note('script', `${name} has the status ${status ?? 'running'}`);
		await this.platform.switches.setStatus(this.platform.ids.get(name) ?? '', status);
	}

	/** Breaks the list of nodes that a workflow reads, until `repairsLists`. */
	async breaksList(of: 'project' | 'status', rule: FaultRule): Promise<void> {
		this.protocol.note('script', `the list for ${of} breaks: ${JSON.stringify(rule)}`);
		await this.#addFault('lists', { server: 'platform', path: listPaths[of], ...rule });
	}

	async repairsLists(): Promise<void> {
		this.protocol.note('script', 'the lists are repaired');
		await this.#endFaults('lists');
	}

	/** Makes the platform refuse the API key, and quote it, while `act` runs. */
	async revokesApiKey(act: () => Promise<void>): Promise<void> {
		this.protocol.note('script', 'the API key is revoked');
		await this.#addFault('key', { server: 'platform', kind: 'echoKey', status: 401 });
		await act();
		this.protocol.note('script', 'the API key is accepted again');
		await this.#endFaults('key');
	}

	/** Changes several things between two polls: delays the next reading of the lists meanwhile. */
	async betweenPolls(change: () => Promise<void>): Promise<void> {
		const { observations } = this;
		const delay = { kind: 'delay', delayMs: 4000, times: 1 } as const;
		const holds = await Promise.all(
			Object.values(listPaths).map(
				async (path) => (await this.platform.switches.fault({ path, ...delay })).id,
			),
		);
		const areHeld = async () =>
			(await Promise.all(holds.map(async (id) => await observations.isHeld(id)))).every(Boolean);
		await until('a poll of both lists', async () => (await areHeld()) || undefined);
		await change();
		if (!(await areHeld())) throw new Error('The machine is too slow: a poll went on meanwhile');
	}

	#do(name: string, text: string): void {
		this.touched.add(name);
		this.protocol.note('script', text);
	}

	async #addFault(of: string, rule: FaultRule): Promise<void> {
		const { id } = await this.platform.switches.fault(rule);
		this.#faults.set(of, [...(this.#faults.get(of) ?? []), id]);
	}

	async #endFaults(of: string): Promise<void> {
		for (const id of this.#faults.get(of) ?? []) await this.platform.switches.endFault(id);
		this.#faults.delete(of);
	}
}
