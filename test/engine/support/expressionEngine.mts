import { Expression } from 'n8n-workflow';
import { requestedExpressionEngine } from './environment.mts';

let started: Promise<void> | undefined;

/**
 * Starts the expression engine once per process. n8n-workflow evaluates with its `legacy` engine
 * until `initExpressionEngine` is called; the server calls it with `vm` by default, which needs the
 * native module isolated-vm (there is no build of it for Node 20). The tests use `legacy`, which
 * runs everywhere, unless N8N_EXPRESSION_ENGINE says `vm` or `quickjs`.
 */
export async function startExpressionEngine(): Promise<void> {
	started ??= start();
	await started;
}

async function start(): Promise<void> {
	if (requestedExpressionEngine === 'legacy') return;
	if (requestedExpressionEngine !== 'vm' && requestedExpressionEngine !== 'quickjs') {
		throw new Error(
			`N8N_EXPRESSION_ENGINE is '${requestedExpressionEngine}'; use 'legacy', 'vm' or 'quickjs'.`,
		);
	}
	// The server's default settings (ExpressionEngineConfig).
	await Expression.initExpressionEngine({
		engine: requestedExpressionEngine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
}
