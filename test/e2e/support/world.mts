import { inject } from 'vitest';
import { N8nClient, type Session } from '../../../scripts/lib/n8nClient.mts';
import type { N8nInstall } from '../../../scripts/lib/n8nInstall.mts';
import type { Tarball } from '../../../scripts/lib/packageTarball.mts';
import type { SandboxAccess } from '../../../scripts/lib/sandboxProcess.mts';

/** The servers that the global setup started, as each test file sees them. */
export interface World {
	n8n: { url: string; logFile: string; version: string };
	sandbox: SandboxAccess & { logFile: string };
	account: { email: string; password: string };
	session: Session;
	/** The credential of most tests: the API key alone. */
	credential: { id: string; name: string };
	/** The credential of tests about its endpoint: with both halves. */
	wholeCredential: { id: string; name: string };
	packageVersion: string;
	/** The installation that another n8n is started from. */
	install: N8nInstall;
	tarball: Tarball;
	/** Everything the tests leave behind for inspection. */
	folder: string;
	/** Folder for pictures of the editor. */
	screenshots: string;
}

declare module 'vitest' {
	interface ProvidedContext {
		world: World;
	}
}

/** The running servers, for the tests of this file. */
export const world: World = inject('world');

/** n8n's REST interface, signed in as the owner. */
export const client = new N8nClient(world.n8n.url, world.session);

/** The credential for a node with these parameters: with the endpoint only where that is what it uses. */
export function credentialFor(parameters: Readonly<Record<string, unknown>>): {
	id: string;
	name: string;
} {
	return parameters.endpointSource === 'credential' ? world.wholeCredential : world.credential;
}
