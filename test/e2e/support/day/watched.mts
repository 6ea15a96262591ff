import { join } from 'node:path';
import { seedIds } from '../../../../sandbox/start.mts';
import type { N8nClient } from '../../../../scripts/lib/n8nClient.mts';
import { credentialData, startSandboxProcess } from '../../../../scripts/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../../../scripts/lib/sandboxProcess.mts';
import { credentialType } from '../credentialType.mts';
import { switchesOf, type SandboxSwitches } from '../sandbox.mts';
import { everySeconds, triggerWorkflow } from '../triggerWorkflow.mts';
import { byId } from '../workflow.mts';
import { withAlerts, type AlertServices } from './alerts.mts';

/** The workflows of the day, by what they watch. */
export type WatchName = 'project' | 'endpoint' | 'status';

/** Nodes of the watched project that the script may break. */
export const actors = ['alpha', 'bravo', 'charlie', 'delta', 'echo'] as const;

/** A node of the watched project that stays ready all day. */
export const calm = 'eth-archive-1';

/** The script's name for the endpoint of the credential. */
export const ownEndpoint = 'endpoint';

const pollSeconds = 2;

const watches: Record<WatchName, Record<string, unknown>> = {
	project: {
		event: 'readinessChanged',
		watch: 'project',
		project: byId(seedIds.projects.main),
		confirmations: 2,
	},
	endpoint: { event: 'readinessChanged', watch: 'credential', confirmations: 2 },
	status: { event: 'nodeStatusChanged', watch: 'all', confirmations: 2 },
};

/** The platform of the day. */
export interface Platform {
	access: SandboxProcess;
	switches: SandboxSwitches;
	/** Ids of nodes by their names. */
	ids: Map<string, string>;
	/** Keys of endpoints by the names of their nodes. */
	keys: Map<string, string>;
	/** Secrets that must not appear anywhere. */
	secrets: string[];
}

/** Starts the platform and fills the watched project with the actors. */
export async function startPlatform(folder: string): Promise<Platform> {
	const access = await startSandboxProcess({ logFile: join(folder, 'sandbox.log') });
	const switches = switchesOf(access.url);
	const added = await switches.addNodes(actors.length, seedIds.projects.main);
	for (const [index, id] of added.entries()) {
		await fetch(`${access.url}/v1/nodes/${id}/`, {
			method: 'PATCH',
			headers: { authorization: `Bearer ${access.apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name: actors[index] }),
		});
	}
	const { nodes } = await switches.state();
	const keys = new Map(nodes.map(({ name, auth }) => [name, auth.key]));
	const words = [access.apiKey, ...nodes.map(({ auth }) => auth.password)];
	return {
		access,
		switches,
		ids: new Map(nodes.map(({ name, id }) => [name, id])),
		keys: new Map([...keys, [ownEndpoint, access.endpointKey]]),
		secrets: [...words, ...words.map(encodeURIComponent), ...keys.values(), access.endpointKey],
	};
}

/**
 * Creates the workflows and activates them. That of the project sends alerts.
 * @returns what is watched, by workflow id
 */
export async function activateWatches(
	client: N8nClient,
	{ access }: Platform,
	alerts: AlertServices,
): Promise<Map<string, WatchName>> {
	const credential = await client.putCredential('Sandbox', credentialType, credentialData(access));
	const ids = new Map<string, WatchName>();
	for (const [name, watch] of Object.entries(watches)) {
		const parameters = { ...watch, pollTimes: everySeconds(pollSeconds) };
		const workflow = triggerWorkflow({ name, parameters, credential });
		const sending = name === 'project' ? withAlerts(workflow, alerts.url) : workflow;
		const { id, versionId } = await client.createWorkflow(sending);
		await client.activate(id, versionId);
		ids.set(id, name as WatchName);
	}
	return ids;
}
