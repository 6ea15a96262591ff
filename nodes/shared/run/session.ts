import type { IExecuteFunctions } from 'n8n-workflow';

import type { RequestContext } from '../http/exchange';
import { RpcClient, type EndpointFacts, type RpcCalls } from '../jsonRpc/rpcClient';
import { readCredential, type ChainstackCredential } from '../managementApi/credential';
import { SecretMask } from '../redact/secretMask';
import { systemChance, systemClock } from '../scheduler/clock';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { HostOptions } from '../scheduler/scheduledCall';
import { toProblem, Problem } from '../text/problem';
import { buildHostOptions, type SharedOptions } from './requestOptions';

/** The parts of a session that differ from the usual ones. */
export interface SessionParts {
	/** Options that bound the requests of all items together. */
	options?: SharedOptions;
	/** Whether an AI agent runs the node; it never sees secrets. */
	isTool?: boolean;
	scheduler?: RequestScheduler;
	/** Sends the calls to node endpoints, if its knowledge of their hosts is to outlive the session. */
	rpcScheduler?: RequestScheduler;
	/** Ends the session instead of n8n's signal for the execution. */
	cancel?: AbortSignal;
	/** Facts about endpoints, if they are kept for longer than the session. */
	facts?: EndpointFacts;
}

/** Everything that all items of one run of the node share. */
export class Session {
	/** Its absence leaves only endpoints whose address was entered. */
	readonly credential?: ChainstackCredential;

	/** The reason why the credential could not be read, which is the problem of every item. */
	readonly problem?: Problem;

	/** Whether an AI agent runs the node. */
	readonly isTool: boolean;

	/** Sends the requests to the management API. */
	readonly scheduler: RequestScheduler;

	/** Bounds the requests to the management API. */
	readonly hostOptions: HostOptions;

	/** The client for node endpoints. */
	readonly rpc: RpcCalls;

	/** Fires when the execution is cancelled or the run is over. */
	readonly cancel: AbortSignal;

	/** Notes that are shown below the output, each once. */
	readonly hints = new Set<string>();

	/** IDs of the objects that the run has created. */
	readonly createdIds = new Set<string>();

	/** Hides the credential's own keys, even if the user asks to see secrets. */
	readonly ownKeys: SecretMask;

	private readonly made = new Map<string, unknown>();

	private readonly over = new AbortController();

	/** @param read the credential, or the reason why it could not be read */
	constructor(
		readonly n8n: RequestContext,
		read: ChainstackCredential | Problem | undefined,
		parts: SessionParts = {},
	) {
		if (read instanceof Problem) this.problem = read;
		else this.credential = read;
		const cancelled = parts.cancel ?? n8n.getExecutionCancelSignal?.();
		const settings = buildHostOptions(parts.options ?? {});
		this.isTool = parts.isTool ?? false;
		this.scheduler =
			parts.scheduler ?? new RequestScheduler({ clock: systemClock, random: systemChance });
		this.hostOptions = settings.platform;
		this.cancel =
			cancelled === undefined ? this.over.signal : AbortSignal.any([cancelled, this.over.signal]);
		this.rpc = new RpcClient(n8n, parts.rpcScheduler ?? this.scheduler, settings.rpc, {
			facts: parts.facts,
			note: (message) => this.hints.add(message),
			cancel: this.cancel,
		});
		this.ownKeys = this.getMask([]);
	}

	/** Makes something once per key: for values that take time and are the same for many items. */
	remember<T>(key: string, make: () => T): T {
		if (!this.made.has(key)) this.made.set(key, make());
		return this.made.get(key) as T;
	}

	/** Has something that was remembered made anew the next time. */
	forget(key: string): void {
		this.made.delete(key);
	}

	/** @returns the mask of the own keys and these secrets; a thousand items of one endpoint share one */
	getMask(secrets: readonly string[]): SecretMask {
		const { apiKey, endpointKey } = this.credential ?? {};
		return this.remember(
			`mask of ${secrets.join('\n')}`,
			() => new SecretMask(apiKey, endpointKey, ...secrets),
		);
	}

	/** Ends every call that is still waiting, because its result is no longer needed. */
	end(): void {
		this.over.abort();
	}
}

/**
 * Reads the credential of a run. Never throws.
 * @returns the session, which holds why that failed: thrown, it would make n8n pass the input on as a success
 */
export async function openSession(
	n8n: RequestContext & Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
	parts?: SessionParts,
): Promise<Session> {
	return new Session(n8n, await readCredential(n8n).catch(toProblem), parts);
}
