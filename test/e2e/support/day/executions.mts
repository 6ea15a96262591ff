import { readExecution, type Execution } from '../../../../scripts/lib/n8nExecution.mts';
import type { N8nClient } from '../../../../scripts/lib/n8nClient.mts';
import { triggerName } from '../triggerWorkflow.mts';

/** An item of the trigger that reports a change. */
export interface ChangeItem {
	event: string;
	id: string;
	name: string;
	from: string | null;
	to: string;
	since: string;
	confirmedAfter: number;
	unhealthySeconds?: number;
	unmonitoredSince?: string;
	kind: string;
	incidentId: string;
	summary: string;
	reason?: string;
}

/** A finished run of a workflow. */
export interface Run {
	id: string;
	workflowId: string;
	/** Milliseconds since the epoch. */
	startedAt: number;
	execution: Execution;
	changes: ChangeItem[];
}

interface Listed {
	id: string;
	workflowId: string;
	status: string;
	startedAt: string;
	createdAt: string;
}

const mostListed = 100;

/** All executions of an n8n; each is read once, when it has ended. */
export class Executions {
	readonly #runs = new Map<string, Run>();

	constructor(private readonly client: N8nClient) {}

	/** Those that were read, oldest first. */
	get runs(): Run[] {
		return [...this.#runs.values()].sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** Reads those that are new, and returns them. */
	async refresh(): Promise<Run[]> {
		const listed = await this.#list();
		const fresh: Run[] = [];
		for (const { id, workflowId, startedAt, createdAt } of listed.reverse()) {
			if (this.#runs.has(id)) continue;
			const execution = await readExecution(this.client, id, 30_000);
			const changes = execution.items(triggerName).map(({ json }) => json as ChangeItem);
			const run = {
				id,
				workflowId,
				startedAt: Date.parse(startedAt ?? createdAt),
				execution,
				changes,
			};
			this.#runs.set(id, run);
			fresh.push(run);
		}
		return fresh;
	}

	async #list(): Promise<Listed[]> {
		const all: Listed[] = [];
		let cursor = '';
		do {
			const path = `/rest/executions?limit=${mostListed}&filter=%7B%7D${cursor}`;
			const page = (await this.client.request('GET', path)) as {
				results: Listed[];
				nextCursor?: string | null;
			};
			all.push(...page.results);
			cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : '';
		} while (cursor !== '');
		return all;
	}
}
