import './environment.mts';
import { createRequire } from 'node:module';
import { setSafeRegexEngine } from 'n8n-workflow';
import { capturingLogger } from './logs.mts';

const require = createRequire(import.meta.url);

/** n8n's dependency injection container, as far as the harness uses it. */
interface Container {
	get<T>(type: abstract new (...args: never[]) => T): T;
	set<T>(type: abstract new (...args: never[]) => T, instance: T): void;
}

/** The published n8n-core, loaded as CommonJS like on the server. */
export const core = require('n8n-core') as typeof import('n8n-core');

// Several versions of n8n's small packages may be installed side by side: take those n8n-core uses.
const requireFromCore = createRequire(require.resolve('n8n-core'));

/** The container n8n-core takes its services from. */
export const container = (requireFromCore('@n8n/di') as { Container: Container }).Container;

const { Logger } = requireFromCore('@n8n/backend-common') as {
	Logger: abstract new () => typeof capturingLogger;
};
container.set(Logger, capturingLogger);

// n8n gives up a pattern after 250 ms, which a busy machine may need to begin with the simplest one.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

const { SsrfProtectionConfig } = requireFromCore('@n8n/config') as {
	SsrfProtectionConfig: abstract new () => { enabled: boolean };
};

/** Runs with n8n's protection of its internal network on, as with N8N_SSRF_PROTECTION_ENABLED. */
export async function withSsrfProtection<T>(work: () => Promise<T>): Promise<T> {
	const config = container.get(SsrfProtectionConfig);
	config.enabled = true;
	try {
		return await work();
	} finally {
		config.enabled = false;
	}
}
