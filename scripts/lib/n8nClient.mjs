import { randomUUID } from 'node:crypto';
import { readExecution } from './n8nExecution.mjs';

/** @typedef {Record<string, unknown>} JsonObject */
/** @typedef {{ cookie: string, browserId: string }} Session */
/** @typedef {{ email: string, password: string, firstName?: string, lastName?: string }} Account */
/**
 * @typedef {object} DynamicParameter what a dropdown asks for
 * @property {{ name: string, version: number }} nodeTypeAndVersion
 * @property {string} path such as 'parameters.nodes.node[0].region'
 * @property {string} methodName
 * @property {JsonObject} currentNodeParameters
 * @property {Record<string, { id: string, name: string }>} [credentials]
 */

/** An answer of n8n's REST interface that is not a success. */
export class N8nRequestError extends Error {
	/**
	 * @param {string} what
	 * @param {number} status
	 * @param {string} body
	 */
	constructor(what, status, body) {
		super(`n8n answered ${what} with ${status}: ${messageOf(body)}`);
		this.status = status;
		this.body = body;
	}
}

/** n8n's REST interface as its editor uses it: one signed-in user. */
export class N8nClient {
	#cookie;
	#browserId;

	/**
	 * @param {string} url such as http://127.0.0.1:5678
	 * @param {Session} [session] of a client that has signed in
	 */
	constructor(url, session = { cookie: '', browserId: randomUUID() }) {
		this.url = url;
		this.#cookie = session.cookie;
		this.#browserId = session.browserId;
	}

	/** @returns {Session} to sign in another client with */
	get session() {
		return { cookie: this.#cookie, browserId: this.#browserId };
	}

	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 * @returns {Promise<any>} the answer's `data`
	 */
	async request(method, path, body) {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				'browser-id': this.#browserId,
				cookie: this.#cookie,
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
		const answer = JSON.parse(text);
		return Array.isArray(answer) ? answer : (answer.data ?? answer);
	}

	/**
	 * Creates the owner account on a fresh n8n, signs in to one that has it.
	 *
	 * @param {Account} account
	 */
	async signIn({ email, password, firstName = 'Sandbox', lastName = 'Owner' }) {
		const settings = await this.request('GET', '/rest/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/rest/owner/setup', { email, password, firstName, lastName });
		}
		return await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** @returns {Promise<any[]>} the descriptions of all nodes that are loaded */
	async nodeTypes() {
		return await this.request('GET', '/types/nodes.json');
	}

	/** @returns {Promise<any[]>} the descriptions of all credentials that are loaded */
	async credentialTypes() {
		return await this.request('GET', '/types/credentials.json');
	}

	/**
	 * Creates a credential, or gives the one of that name new data.
	 *
	 * @param {string} name
	 * @param {string} type
	 * @param {JsonObject} data
	 * @returns {Promise<{ id: string, name: string }>}
	 */
	async putCredential(name, type, data) {
		/** @type {any[]} */
		const existing = await this.request('GET', '/rest/credentials');
		const found = existing.find((one) => one.name === name && one.type === type);
		const saved = found
			? await this.request('PATCH', `/rest/credentials/${found.id}`, { name, type, data })
			: await this.request('POST', '/rest/credentials', { name, type, data });
		return { id: saved.id, name };
	}

	/**
	 * What the credential dialogue's test says.
	 *
	 * @param {{ id: string, name: string }} credential
	 * @param {string} type
	 * @param {JsonObject} data
	 * @returns {Promise<{ status: 'OK' | 'Error', message: string }>}
	 */
	async testCredential(credential, type, data) {
		return await this.request('POST', '/rest/credentials/test', {
			credentials: { ...credential, type, data },
		});
	}

	/**
	 * The entries of a dropdown.
	 *
	 * @param {DynamicParameter} parameter
	 * @returns {Promise<Array<{ name: string, value: string, description?: string }>>}
	 */
	async options(parameter) {
		return await this.request('POST', '/rest/dynamic-node-parameters/options', parameter);
	}

	/**
	 * The entries of a resource locator's list.
	 *
	 * @param {DynamicParameter & { filter?: string, paginationToken?: string }} parameter
	 * @returns {Promise<{ results: Array<{ name: string, value: string, url?: string }> }>}
	 */
	async locatorResults(parameter) {
		const path = '/rest/dynamic-node-parameters/resource-locator-results';
		return await this.request('POST', path, parameter);
	}

	/**
	 * @param {JsonObject} workflow
	 * @returns {Promise<any>}
	 */
	async createWorkflow(workflow) {
		// n8n 1 stores nothing without it.
		return await this.request('POST', '/rest/workflows', { active: false, ...workflow });
	}

	/**
	 * Runs a saved workflow from a trigger and waits for its end.
	 *
	 * @param {string} workflowId
	 * @param {string} trigger the trigger node's name
	 * @param {number} [limitMs]
	 */
	async run(workflowId, trigger, limitMs = 120_000) {
		// n8n 1 runs what is sent with the request, n8n 2 what is saved.
		const workflowData = await this.request('GET', `/rest/workflows/${workflowId}`);
		const { executionId } = await this.request('POST', `/rest/workflows/${workflowId}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger },
		});
		return await readExecution(this, executionId, limitMs);
	}

	/**
	 * Activates a workflow and waits until that has happened.
	 *
	 * @param {string} workflowId
	 * @param {string} versionId
	 */
	async activate(workflowId, versionId) {
		await this.request('POST', `/rest/workflows/${workflowId}/activate`, { versionId });
		for (let attempt = 0; attempt < 100; attempt++) {
			const path = `/rest/workflows/${workflowId}/publication-status`;
			const { status } = await this.request('GET', path);
			if (status === 'published') return;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		throw new Error(`The workflow ${workflowId} was not activated within 10 seconds`);
	}
}

/** @param {string} body */
function messageOf(body) {
	try {
		return String(JSON.parse(body).message ?? body).slice(0, 500);
	} catch {
		return body.slice(0, 500);
	}
}
