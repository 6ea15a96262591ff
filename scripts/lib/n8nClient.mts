import { randomUUID } from 'node:crypto';
import pWaitFor from 'p-wait-for';
import { readExecution, type Execution, type Json } from './n8nExecution.mts';

type JsonObject = Record<string, unknown>;

/** The cookie and the browser ID that sign another client in. */
export interface Session {
	cookie: string;
	browserId: string;
}

interface Account {
	email: string;
	password: string;
	firstName?: string;
	lastName?: string;
}

interface Reference {
	id: string;
	name: string;
}

/** The request of a dropdown. */
export interface DynamicParameter {
	nodeTypeAndVersion: { name: string; version: number };
	/** Such as `parameters.nodes.node[0].region`. */
	path: string;
	methodName: string;
	currentNodeParameters: JsonObject;
	credentials?: Record<string, Reference>;
}

interface LocatorQuestion extends DynamicParameter {
	filter?: string;
	paginationToken?: string;
}

/** A workflow that n8n has saved. */
export interface SavedWorkflow {
	id: string;
	versionId: string;
	[setting: string]: Json;
}

/** An answer of n8n's REST interface that is not a success. */
export class N8nRequestError extends Error {
	constructor(
		what: string,
		readonly status: number,
		readonly body: string,
	) {
		super(`n8n answered ${what} with ${status}: ${messageOf(body)}`);
	}
}

/** n8n's REST interface as its editor uses it: one signed-in user. */
export class N8nClient {
	#cookie: string;
	readonly #browserId: string;

	/**
	 * @param url such as http://127.0.0.1:5678
	 * @param session of a client that has signed in
	 */
	constructor(
		readonly url: string,
		session: Session = { cookie: '', browserId: randomUUID() },
	) {
		this.#cookie = session.cookie;
		this.#browserId = session.browserId;
	}

	/** The session with which another client can sign in. */
	get session(): Session {
		return { cookie: this.#cookie, browserId: this.#browserId };
	}

	/**
	 * @param headers beyond those that every request has
	 * @returns the answer's `data`
	 * @throws N8nRequestError
	 */
	async request(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Json> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				// A busy n8n may close a connection that was kept at the moment at which the next request is sent on it.
				connection: 'close',
				'browser-id': this.#browserId,
				cookie: this.#cookie,
				...headers,
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(60_000),
		});
		const session = response.headers
			.getSetCookie()
			.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.#cookie = session.split(';')[0];
		const text = await response.text();
		if (!response.ok) throw new N8nRequestError(`${method} ${path}`, response.status, text);
		const answer = JSON.parse(text) as { data?: unknown };
		return Array.isArray(answer) ? answer : (answer.data ?? answer);
	}

	/** Creates the owner account on a fresh n8n, signs in to one that has it. */
	async signIn({
		email,
		password,
		firstName = 'Sandbox',
		lastName = 'Owner',
	}: Account): Promise<void> {
		const settings = await this.request('GET', '/rest/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/rest/owner/setup', { email, password, firstName, lastName });
		}
		await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** The descriptions of all nodes that are loaded. */
	async nodeTypes(): Promise<Json[]> {
		return (await this.request('GET', '/types/nodes.json')) as Json[];
	}

	/** The descriptions of all credentials that are loaded. */
	async credentialTypes(): Promise<Json[]> {
		return (await this.request('GET', '/types/credentials.json')) as Json[];
	}

	/** Creates a credential, or gives the one of that name new data. */
	async putCredential(name: string, type: string, data: JsonObject): Promise<Reference> {
		type Saved = Reference & { type: string };
		const existing = (await this.request('GET', '/rest/credentials')) as Saved[];
		const found = existing.find((one) => one.name === name && one.type === type);
		const saved = (
			found
				? await this.request('PATCH', `/rest/credentials/${found.id}`, { name, type, data })
				: await this.request('POST', '/rest/credentials', { name, type, data })
		) as Saved;
		return { id: saved.id, name };
	}

	/** The result of the credential dialogue's test. */
	async testCredential(
		credential: Reference,
		type: string,
		data: JsonObject,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const credentials = { ...credential, type, data };
		return await this.request('POST', '/rest/credentials/test', { credentials });
	}

	/** The entries of a dropdown. */
	async options(
		parameter: DynamicParameter,
	): Promise<Array<{ name: string; value: string; description?: string }>> {
		return await this.request('POST', '/rest/dynamic-node-parameters/options', parameter);
	}

	/** The entries of a resource locator's list. */
	async locatorResults(
		parameter: LocatorQuestion,
	): Promise<{ results: Array<{ name: string; value: string; url?: string }> }> {
		const path = '/rest/dynamic-node-parameters/resource-locator-results';
		return await this.request('POST', path, parameter);
	}

	async createWorkflow(workflow: object): Promise<SavedWorkflow> {
		// n8n 1 stores nothing without it.
		return await this.request('POST', '/rest/workflows', { active: false, ...workflow });
	}

	/**
	 * Runs a saved workflow from a trigger and waits for its end.
	 *
	 * @param trigger the trigger node's name
	 * @param input the item that it is to have received, where it waits for one
	 */
	async run(
		workflowId: string,
		trigger: string,
		limitMs = 120_000,
		input?: JsonObject,
	): Promise<Execution> {
		const id = await this.begin(workflowId, trigger, { input });
		return await readExecution(this, id, limitMs);
	}

	/**
	 * Begins a run of a saved workflow.
	 *
	 * @param trigger the trigger node's name
	 * @param options `pushRef` stands for an open editor, which is sent what every node gives; `input` is the item that
	 * the trigger is to have received
	 * @returns the id of the execution
	 */
	async begin(
		workflowId: string,
		trigger: string,
		{ pushRef, input }: { pushRef?: string; input?: JsonObject } = {},
	): Promise<string> {
		// n8n 1 runs what is sent with the request, n8n 2 what is saved.
		const workflowData = await this.request('GET', `/rest/workflows/${workflowId}`);
		const { executionId } = (await this.request(
			'POST',
			`/rest/workflows/${workflowId}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger, data: input && receivedItem(input) } },
			pushRef === undefined ? {} : { 'push-ref': pushRef },
		)) as { executionId: string };
		return executionId;
	}

	/** Activates a workflow and waits until that has happened. */
	async activate(workflowId: string, versionId: string): Promise<void> {
		const path = `/rest/workflows/${workflowId}`;
		if (await this.#isN8n1()) {
			await this.request('PATCH', path, { active: true, versionId });
			return;
		}
		await this.request('POST', `${path}/activate`, { versionId });
		const status = async () => (await this.request('GET', `${path}/publication-status`)).status;
		await pWaitFor(async () => (await status()) === 'published', {
			interval: 100,
			timeout: {
				milliseconds: 60_000,
				message: new Error(`The workflow ${workflowId} was not activated within a minute`),
			},
		});
	}

	async deactivate(workflowId: string, versionId: string): Promise<void> {
		const path = `/rest/workflows/${workflowId}`;
		if (await this.#isN8n1()) await this.request('PATCH', path, { active: false, versionId });
		else await this.request('POST', `${path}/deactivate`);
	}

	/** The ids of a workflow's executions, the newest first. */
	async executionsOf(workflowId: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = (await this.request('GET', `/rest/executions?filter=${filter}`)) as {
			results: Array<{ id: string }>;
		};
		return results.map(({ id }) => id);
	}

	async #isN8n1(): Promise<boolean> {
		const { versionCli } = (await this.request('GET', '/rest/settings')) as { versionCli: string };
		return versionCli.startsWith('1.');
	}
}

/** What a trigger gave, as the editor sends it after a test event. */
function receivedItem(json: JsonObject): JsonObject {
	return {
		startTime: Date.now(),
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success',
		source: [],
		data: { main: [[{ json }]] },
	};
}

function messageOf(body: string): string {
	try {
		return String((JSON.parse(body) as { message?: unknown }).message ?? body).slice(0, 500);
	} catch {
		return body.slice(0, 500);
	}
}
