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
import type { RetryOptions } from '../scheduler/retryOptions';
import { toProblem, isTransient, Problem } from '../text/problem';
import type { ListPart } from './answerForAgent';
import type { BinaryFiles } from './binaryFiles';
import { runSettings, type SharedOptions } from './requestOptions';

/** Everything an operation works with, made for one item. */
export interface OperationContext {
	/** The management API. Reading it throws a Problem when the credential has no API key. */
	readonly api: PlatformClient;
	readonly rpc: RpcCalls;
	readonly credential: ChainstackCredential | undefined;
	readonly retryOptions: RetryOptions;
	readonly clock: Clock;
	readonly isTool: boolean;
	/** Fires when the execution is cancelled or the run is over, and earlier where {@link within} says so. */
	readonly cancel: AbortSignal;
	readonly binary: BinaryFiles;
	readonly createdIds: ReadonlySet<string>;
	/** Masks these values in everything that is reported about the item. */
	keepSecret(...secrets: string[]): void;
	/** Says that the item returns only a part of a list, which an agent cannot see. */
	listedPart(part: ListPart): void;
	/** Shows a note below the output, only once however many items cause it. */
	hint(message: string): void;
	/**
	 * Does something once per run and key, however many items ask for it. Failures are remembered too, except those
	 * that may not occur the next time.
	 * @param work receives a context that ends with the run, because others may be waiting for its result too
	 */
	once<T>(key: string, work: (context: OperationContext) => Promise<T>): Promise<T>;
	/** Makes something once per run and key; for what takes time and is the same for many items. */
	remember<T>(key: string, make: () => T): T;
	/** Makes `once` do the work again the next time. */
	forget(key: string): void;
	/**
	 * The same item with other limits for its requests. The signal ends those to the management API; calls to
	 * node endpoints may share a request with other items, and end with the run.
	 */
	within(limits: RequestLimits): OperationContext;
}

/** How long the requests of an item may continue. */
export interface RequestLimits {
	/** Ends them, besides the end of the run. */
	cancel: AbortSignal;
	retryOptions: RetryOptions;
}

/** An item being processed: what its operation works with, and what must not be shown of it. */
export interface ItemAtWork {
	context: OperationContext;
	/** @returns the mask with everything the item has declared secret so far */
	mask(): SecretMask;
	/** @returns what the item has said of a list of which it returns a part */
	part(): ListPart | undefined;
}

type ItemParts = Pick<OperationContext, 'binary' | 'keepSecret' | 'hint' | 'listedPart'>;

/** The parts of a session where they are not the usual ones. */
export interface SessionParts {
	isTool?: boolean;
	scheduler?: RequestScheduler;
	/** Sends those to node endpoints, where what it learns about their hosts is to outlive the session. */
	rpcScheduler?: RequestScheduler;
	/** Ends it, where that is not n8n's signal for the execution. */
	cancel?: AbortSignal;
	/** Facts about endpoints, where they are kept for longer than the session. */
	facts?: EndpointFacts;
}

/** The purpose of a session. */
export interface SessionPurpose extends SessionParts {
	/** Whether the options belong to an operation that calls node endpoints, or to one of the platform. */
	caller: 'rpc' | 'platform';
	options?: SharedOptions;
}

/** Makes the client of the management API when it is first used, because without an API key that throws. */
class LazyClient {
	private client?: PlatformClient;

	constructor(private readonly create: () => PlatformClient) {}

	get api(): PlatformClient {
		return (this.client ??= this.create());
	}
}

/** Everything that all items of one run of the node share. */
export class Session {
	/** The credential's own keys, which are hidden even if the user asks to see secrets. */
	readonly ownKeys: SecretMask;

	readonly hints = new Set<string>();

	readonly createdIds = new Set<string>();

	/** Descriptions of what was sent so far that has no ID. */
	readonly sent = new Set<string>();

	private readonly shared = new Map<string, Promise<unknown>>();

	private readonly made = new Map<string, unknown>();

	/** One mask per set of secrets: a thousand items of one endpoint share one. */
	private readonly masks = new Map<string, SecretMask>();

	private readonly ended = new AbortController();

	private readonly cancel: AbortSignal;

	private readonly rpc: RpcClient;

	private readonly scheduler: RequestScheduler;

	readonly isTool: boolean;

	constructor(
		private readonly n8n: RequestContext,
		private readonly credential: ChainstackCredential | undefined,
		private readonly settings: ReturnType<typeof runSettings>,
		{
			isTool = false,
			scheduler = new RequestScheduler({ clock: systemClock, random: systemChance }),
			rpcScheduler = scheduler,
			cancel = n8n.getExecutionCancelSignal?.(),
			facts,
		}: SessionParts = {},
	) {
		this.isTool = isTool;
		this.scheduler = scheduler;
		this.ownKeys = new SecretMask(credential?.apiKey, credential?.endpointKey);
		this.cancel =
			cancel === undefined ? this.ended.signal : AbortSignal.any([cancel, this.ended.signal]);
		const note = (message: string): void => void this.hints.add(message);
		this.rpc = new RpcClient(n8n, rpcScheduler, settings.rpc, facts, note, this.cancel);
	}

	/** Ends whatever is still waiting, because its result is no longer needed. */
	end(): void {
		this.ended.abort();
	}

	/** Starts an item with the retries its options specify, and its files. */
	item(retryOptions: RetryOptions, binary: BinaryFiles): ItemAtWork {
		const secrets: string[] = [];
		const mask = (): SecretMask => this.maskOf(secrets);
		let part: ListPart | undefined;
		const own: ItemParts = {
			binary: {
				...binary,
				makeText: (text, ...rest) => binary.makeText(mask().text(text), ...rest),
			},
			keepSecret: (...values) => secrets.push(...values),
			listedPart: (listed) => {
				part = listed;
			},
			hint: (message) => this.hints.add(mask().text(message)),
		};
		return {
			context: this.createContext(own, { cancel: this.cancel, retryOptions }),
			mask,
			part: () => part,
		};
	}

	private createContext(
		item: ItemParts,
		{ cancel, retryOptions }: RequestLimits,
	): OperationContext {
		const { n8n, scheduler, settings, credential, rpc, createdIds, shared, isTool } = this;
		const within = (limits: RequestLimits): OperationContext => this.createContext(item, limits);
		const createClient = (): PlatformClient =>
			new PlatformClient(
				{ context: n8n, scheduler, hostOptions: settings.platform, retryOptions, cancel },
				checkPlatformCredential(credential),
			);
		return Object.assign(new LazyClient(createClient), item, {
			rpc,
			credential,
			retryOptions,
			clock: scheduler.clock,
			isTool,
			cancel,
			createdIds,
			once: async <T>(key: string, work: (context: OperationContext) => Promise<T>) => {
				if (!shared.has(key)) {
					const result = work(within({ cancel: this.cancel, retryOptions }));
					shared.set(key, result);
					result.catch((error) => {
						const isOwn = shared.get(key) === result;
						if (isOwn && isTransient(toProblem(error))) shared.delete(key);
					});
				}
				return await (shared.get(key) as Promise<T>);
			},
			remember: this.remember,
			forget: this.forget,
			within: (limits: RequestLimits) =>
				within({ ...limits, cancel: AbortSignal.any([cancel, limits.cancel]) }),
		});
	}

	private readonly remember = <T>(key: string, make: () => T): T => {
		if (!this.made.has(key)) this.made.set(key, make());
		return this.made.get(key) as T;
	};

	private readonly forget = (key: string): void => void this.shared.delete(key);

	private maskOf(secrets: readonly string[]): SecretMask {
		if (secrets.length === 0) return this.ownKeys;
		const key = secrets.join('\n');
		let mask = this.masks.get(key);
		if (mask === undefined) {
			mask = new SecretMask(this.credential?.apiKey, this.credential?.endpointKey, ...secrets);
			this.masks.set(key, mask);
		}
		return mask;
	}
}

/**
 * Reads the credential of a run. Never throws.
 * @returns the session; its `problem` is that of every item: thrown, it would make n8n pass the input on as a success
 */
export async function openSession(
	n8n: RequestContext & Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
	{ caller, options = {}, ...parts }: SessionPurpose,
): Promise<{ session: Session; problem?: Problem }> {
	const settings = runSettings(options, caller);
	const read = await readCredential(n8n).catch(toProblem);
	const problem = read instanceof Problem ? read : undefined;
	const credential = read instanceof Problem ? undefined : read;
	return { session: new Session(n8n, credential, settings, parts), problem };
}
