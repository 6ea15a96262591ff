import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n reads its settings from the environment when its services are first created, so this file is
// imported before n8n-core is. A developer's own N8N_… settings must not reach the tests.
for (const name of Object.keys(process.env)) {
	if (name.startsWith('N8N_')) delete process.env[name];
}

/** The folder that stands for n8n's user folder in this process: settings file and stored binaries. */
export const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
const removeUserFolder = () => rmSync(userFolder, { recursive: true, force: true });
process.on('exit', removeUserFolder);
// Vitest ends its child processes with this signal.
process.once('SIGTERM', () => {
	removeUserFolder();
	process.exit();
});

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'engine-test-encryption-key';
process.env.N8N_LOG_LEVEL = 'silent';

// A proxy for the machine's downloads must not see requests to the sandbox on loopback.
const unproxied = [process.env.NO_PROXY ?? process.env.no_proxy, 'localhost,127.0.0.1,[::1]'];
process.env.NO_PROXY = unproxied.filter(Boolean).join(',');
process.env.no_proxy = process.env.NO_PROXY;
