import type { IExecuteFunctions } from 'n8n-workflow';

import type { RequestContext } from '../http/exchange';
import { RpcClient, type EndpointFacts, type RpcCalls } from '../jsonRpc/rpcClient';
import {
	checkPlatformCredential,
	readCredential,
	type ChainstackCredential,
} from '../managementApi/credential';
import { PlatformClient } from '../managementApi/platformClient';
import { SecretMask } from '../redact/secretMask';
import { systemChance, systemClock, type Clock } from '../scheduler/clock';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryPolicy';
import { toProblem, isTransient, Problem } from '../text/problem';
import { buildHostOptions, type SharedOptions } from './requestOptions';

/** The parts of a session where they are not the usual ones. */
export interface SessionParts {
	/** Options that bound the requests of all items together. */
	options?: SharedOptions;
	isTool?: boolean;
	scheduler?: RequestScheduler;
	/** Sends those to node endpoints, where what it learns about their hosts is to outlive the session. */
	rpcScheduler?: RequestScheduler;
	/** Ends it, where that is not n8n's signal for the execution. */
	cancel?: AbortSignal;
	/** Facts about endpoints, where they are kept for longer than the session. */
	facts?: EndpointFacts;
}

/** Everything that all items of one run of the node share. */
export type Session = ReturnType<typeof createSession>;

/** @param read the credential, or why it could not be read */
export function createSession(
	n8n: RequestContext,
	read: ChainstackCredential | Problem | undefined,
	{
		options = {},
		isTool = false,
		scheduler = new RequestScheduler({ clock: systemClock, random: systemChance }),
		rpcScheduler = scheduler,
		cancel: cancelled = n8n.getExecutionCancelSignal?.(),
		facts,
	}: SessionParts = {},
) {
	const credential = read instanceof Problem ? undefined : read;
	const settings = buildHostOptions(options);
	const hints = new Set<string>();
	const made = new Map<string, unknown>();
	const ended = new AbortController();
	// Fires when the execution is cancelled or the run is over.
	const cancel = AbortSignal.any([cancelled, ended.signal].filter((each) => each !== undefined));
	const note = (message: string): void => void hints.add(message);
	const rpc: RpcCalls = new RpcClient(n8n, rpcScheduler, settings.rpc, facts, note, cancel);
	/** Makes something once per key; for what takes time and is the same for many items. */
	const remember = <T>(key: string, make: () => T): T => {
		if (!made.has(key)) made.set(key, make());
		return made.get(key) as T;
	};
	/** @returns the mask of the own keys and these; a thousand items of one endpoint share one */
	const getMask = (secrets: readonly string[]): SecretMask =>
		remember(
			`mask of ${secrets.join('\n')}`,
			() => new SecretMask(credential?.apiKey, credential?.endpointKey, ...secrets),
		);
	return {
		...{ n8n, credential, isTool, scheduler, cancel, rpc, hints, remember, getMask },
		/** The problem of every item. */
		problem: read instanceof Problem ? read : undefined,
		/** Bounds the requests to the management API. */
		hostOptions: settings.platform,
		createdIds: new Set<string>(),
		/** The credential's own keys, which are hidden even if the user asks to see secrets. */
		ownKeys: getMask([]),
		/** Has something that was remembered made anew the next time. */
		forget: (key: string): void => void made.delete(key),
		/** Ends whatever is still waiting, because its result is no longer needed. */
		end: (): void => ended.abort(),
	};
}

/** Everything an operation works with, made for one item. */
export class OperationContext {
	readonly rpc: RpcCalls;

	readonly clock: Clock;

	readonly isTool: boolean;

	readonly createdIds: ReadonlySet<string>;

	private client?: PlatformClient;

	/**
	 * @param retryOptions how the requests of the item are repeated
	 * @param cancel fires when the execution is cancelled or the run is over, and earlier where {@link within} says so
	 * @param said what the item has declared secret, and of how many records it returns only a part
	 */
	constructor(
		readonly session: Session,
		readonly retryOptions: RetryOptions,
		readonly cancel = session.cancel,
		readonly said: { secrets: string[]; total?: number } = { secrets: [] },
	) {
		this.rpc = session.rpc;
		this.clock = session.scheduler.clock;
		this.isTool = session.isTool;
		this.createdIds = session.createdIds;
	}

	/** The management API. Reading it throws a Problem when the credential has no API key. */
	get api(): PlatformClient {
		const { n8n: context, credential, scheduler, hostOptions } = this.session;
		const { cancel, retryOptions } = this;
		return (this.client ??= new PlatformClient({
			...checkPlatformCredential(credential),
			...{ context, scheduler, hostOptions, retryOptions, cancel },
		}));
	}

	/** The mask with everything the item has declared secret so far. */
	get mask(): SecretMask {
		return this.session.getMask(this.said.secrets);
	}

	/** Masks these values in everything that is reported about the item. */
	readonly keepSecret = (...secrets: string[]): void => void this.said.secrets.push(...secrets);

	/**
	 * Says that the item returns only a part of a list, which an agent cannot see.
	 * @param total number of records of the whole list, where that is known
	 */
	readonly listedPart = (total = Infinity): void => void (this.said.total = total);

	/** Shows a note below the output, only once however many items cause it. */
	readonly hint = (message: string): void => {
		this.session.hints.add(this.mask.text(message));
	};

	/**
	 * Does something once per run and key, however many items ask for it. Failures are remembered too, except those
	 * that may not occur the next time.
	 * @param work receives a context that ends with the run, because others may be waiting for its result too
	 * @param isFinal whether a result can be used for all items; if not, the next one does the work again
	 */
	readonly once = <T>(
		key: string,
		work: (context: OperationContext) => Promise<T>,
		isFinal: (result: T) => boolean = () => true,
	): Promise<T> => {
		const { session, retryOptions, said } = this;
		return session.remember(key, () => {
			const result = work(new OperationContext(session, retryOptions, session.cancel, said));
			result.then(
				(value) => isFinal(value) || session.forget(key),
				(error) => isTransient(toProblem(error)) && session.forget(key),
			);
			return result;
		});
	};

	/**
	 * The same item with other limits for its requests. The signal ends those to the management API; calls to
	 * node endpoints may share a request with other items, and end with the run.
	 */
	within(cancel: AbortSignal, retryOptions = this.retryOptions): OperationContext {
		const signal = AbortSignal.any([this.cancel, cancel]);
		return new OperationContext(this.session, retryOptions, signal, this.said);
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
	return createSession(n8n, await readCredential(n8n).catch(toProblem), parts);
}
