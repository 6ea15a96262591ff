import type { HostOptions } from '../scheduler/scheduledCall';
import type { RetryOptions } from '../scheduler/retryPolicy';
import type { Property } from '../values/field';
import type { ItemValues } from '../values/readValues';

/** The limits of requests if the user sets nothing, as the fields of the panel have them: times in seconds. */
export const DEFAULT_LIMITS = {
	batchSize: 100,
	maxCharacters: 30_000,
	/** Of the management API; for node endpoints the number is determined automatically. */
	maxConcurrency: 5,
	maxRetries: 4,
	maxRetryWait: 300,
	/** Of the management API; node endpoints answer faster or not at all. */
	timeout: 30,
} as const;

/** Options that bound the requests of all items together; they are read from the first item that is valid. */
export type SharedOptions = Partial<
	Record<'batchSize' | 'maxCharacters' | 'maxConcurrency' | 'requestsPerSecond', number>
>;

/** The options of an item, with the limits among them. */
type ItemOptions = { limits?: SharedOptions & Record<string, unknown> } & Record<string, unknown>;

/** @returns the bounds of the requests of the whole run, as an item has them */
export function readSharedOptions(item: ItemValues | undefined): SharedOptions {
	return readOptions(item)?.limits ?? {};
}

function readOptions(item: ItemValues | undefined): ItemOptions | undefined {
	return item !== undefined && 'values' in item ? (item.values.options as ItemOptions) : undefined;
}

/** @returns the bounds of the requests of the whole run to the management API, and to each host of node endpoints */
export function buildHostOptions({
	batchSize = DEFAULT_LIMITS.batchSize,
	maxConcurrency,
	requestsPerSecond,
}: SharedOptions): Record<'platform' | 'rpc', HostOptions> {
	return {
		platform: {
			maxConcurrency: maxConcurrency ?? DEFAULT_LIMITS.maxConcurrency,
			isAdaptive: false,
			callsPerSecond: Infinity,
			batchSize: 1,
		},
		rpc: {
			maxConcurrency: maxConcurrency ?? Infinity,
			isAdaptive: true,
			callsPerSecond: requestsPerSecond || Infinity,
			batchSize,
		},
	};
}

/**
 * Reads from an item's options how its requests are repeated.
 * @param offered the options of the operation; their defaults apply to options that are not set
 */
export function readRetryOptions(
	item: ItemValues,
	offered: readonly Property[] = [],
): RetryOptions {
	const options = readOptions(item);
	const limits = offered.find(({ name }) => name === 'limits')?.options as readonly Property[];
	const declared = [...offered, ...(limits ?? [])];
	const read = (name: 'maxRetries' | 'maxRetryWait' | 'timeout'): number => {
		// The time for one of several endpoints is an option of its own.
		const set = options?.limits?.[name] ?? options?.[name];
		const usual = declared.find((option) => option.name === name)?.default;
		return Number(set ?? usual ?? DEFAULT_LIMITS[name]);
	};
	return {
		timeoutMs: Math.max(1, Math.round(read('timeout') * 1000)),
		maxRetries: read('maxRetries'),
		maxRetryWaitMs: read('maxRetryWait') * 1000,
	};
}
