import type { RpcCalls } from '../jsonRpc/rpcClient';
import { checkPlatformCredential } from '../managementApi/credential';
import { PlatformClient } from '../managementApi/platformClient';
import type { SecretMask } from '../redact/secretMask';
import type { Clock } from '../scheduler/clock';
import type { RetryOptions } from '../scheduler/retryPolicy';
import { toProblem, isTransient } from '../text/problem';
import type { Session } from './session';

/** Notes of an item about its result. */
export interface ItemNotes {
	/** Values to mask in everything that is reported about the item. */
	secrets: string[];
	/** Number of records of the whole list, if the item returns only a part of it; `Infinity` if that is unknown. */
	total?: number;
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
	 * @param cancel fires when the execution is cancelled or the run is over, and earlier if {@link within} says so
	 */
	constructor(
		readonly session: Session,
		readonly retryOptions: RetryOptions,
		readonly cancel = session.cancel,
		readonly notes: ItemNotes = { secrets: [] },
	) {
		this.rpc = session.rpc;
		this.clock = session.scheduler.clock;
		this.isTool = session.isTool;
		this.createdIds = session.createdIds;
	}

	/** The management API. Reading it throws a Problem when the credential has no API key. */
	get api(): PlatformClient {
		this.client ??= this.createClient();
		return this.client;
	}

	/** The mask with everything the item has declared secret so far. */
	get mask(): SecretMask {
		return this.session.getMask(this.notes.secrets);
	}

	/** Masks these values in everything that is reported about the item. */
	readonly keepSecret = (...secrets: string[]): void => {
		this.notes.secrets.push(...secrets);
	};

	/**
	 * Says that the item returns only a part of a list, which an agent cannot see.
	 * @param total number of records of the whole list, if that is known
	 */
	readonly listedPart = (total = Infinity): void => {
		this.notes.total = total;
	};

	/** Shows a note below the output, only once however many items cause it. */
	readonly hint = (message: string): void => {
		this.session.hints.add(this.mask.text(message));
	};

	/**
	 * Does something once per run and key, however many items ask for it. Failures are remembered too, except
	 * failures that may not occur the next time.
	 * @param work receives a context that ends with the run, because others may be waiting for its result too
	 * @param isFinal whether a result can be used for all items; if not, the next one does the work again
	 */
	readonly once = <T>(
		key: string,
		work: (context: OperationContext) => Promise<T>,
		isFinal: (result: T) => boolean = () => true,
	): Promise<T> => {
		const { session, retryOptions, notes } = this;
		return session.remember(key, () => {
			const result = work(new OperationContext(session, retryOptions, session.cancel, notes));
			result.then(
				(value) => {
					if (!isFinal(value)) session.forget(key);
				},
				(error) => {
					if (isTransient(toProblem(error))) session.forget(key);
				},
			);
			return result;
		});
	};

	/**
	 * The same item with other limits for its requests. The signal ends requests to the management API; calls to
	 * node endpoints may share a request with other items, and end with the run.
	 */
	within(cancel: AbortSignal, retryOptions = this.retryOptions): OperationContext {
		const signal = AbortSignal.any([this.cancel, cancel]);
		return new OperationContext(this.session, retryOptions, signal, this.notes);
	}

	private createClient(): PlatformClient {
		const { n8n, credential, scheduler, hostOptions } = this.session;
		return new PlatformClient({
			...checkPlatformCredential(credential),
			context: n8n,
			scheduler,
			hostOptions,
			retryOptions: this.retryOptions,
			cancel: this.cancel,
		});
	}
}
