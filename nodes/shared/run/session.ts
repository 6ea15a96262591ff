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
import type { HostOptions } from '../scheduler/scheduledCall';
import { toProblem, isTransient, Problem } from '../text/problem';
import { runSettings, type SharedOptions } from './requestOptions';

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
export class Session {
	/** The credential's own keys, which are hidden even if the user asks to see secrets. */
	readonly ownKeys: SecretMask;

	readonly hints = new Set<string>();

	readonly createdIds = new Set<string>();

	readonly isTool: boolean;

	readonly scheduler: RequestScheduler;

	/** Fires when the execution is cancelled or the run is over. */
	readonly cancel: AbortSignal;

	readonly credential?: ChainstackCredential;

	/** Why the credential could not be read: the problem of every item. */
	readonly problem?: Problem;

	readonly rpc: RpcCalls;

	/** What bounds the requests to the management API. */
	readonly hostOptions: HostOptions;

	/** What was made once per key. */
	readonly made = new Map<string, unknown>();

	private readonly ended = new AbortController();

	constructor(
		readonly n8n: RequestContext,
		read: ChainstackCredential | Problem | undefined,
		{
			options = {},
			isTool = false,
			scheduler = new RequestScheduler({ clock: systemClock, random: systemChance }),
			rpcScheduler = scheduler,
			cancel = n8n.getExecutionCancelSignal?.(),
			facts,
		}: SessionParts = {},
	) {
		if (read instanceof Problem) this.problem = read;
		else this.credential = read;
		this.isTool = isTool;
		this.scheduler = scheduler;
		const settings = runSettings(options);
		this.hostOptions = settings.platform;
		this.ownKeys = this.getMask([]);
		const ends = [cancel, this.ended.signal].filter((signal) => signal !== undefined);
		this.cancel = AbortSignal.any(ends);
		const note = (message: string): void => void this.hints.add(message);
		this.rpc = new RpcClient(n8n, rpcScheduler, settings.rpc, facts, note, this.cancel);
	}

	/** Ends whatever is still waiting, because its result is no longer needed. */
	end(): void {
		this.ended.abort();
	}

	/** Makes something once per key; for what takes time and is the same for many items. */
	remember<T>(key: string, make: () => T): T {
		if (!this.made.has(key)) this.made.set(key, make());
		return this.made.get(key) as T;
	}

	/** @returns the mask of the own keys and these; a thousand items of one endpoint share one */
	getMask(secrets: readonly string[]): SecretMask {
		const { apiKey, endpointKey } = this.credential ?? {};
		const make = (): SecretMask => new SecretMask(apiKey, endpointKey, ...secrets);
		return this.remember(`mask of ${secrets.join('\n')}`, make);
	}
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
			const forgetIf = (isOpen: boolean): unknown => isOpen && session.made.delete(key);
			result.then(
				(value) => forgetIf(!isFinal(value)),
				(error) => forgetIf(isTransient(toProblem(error))),
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
	return new Session(n8n, await readCredential(n8n).catch(toProblem), parts);
}
