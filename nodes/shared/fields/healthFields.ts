import { field } from '../values/field';

/**
 * Declares the field that decides when an endpoint is ready: by its own statement, or by everything Check Health checks.
 * @param text what Health checks in addition, and what the field is for
 */
export function checkField({ health, description }: { health: string; description: string }) {
	return field('options', 'Check', 'check', {
		options: [
			{ name: 'Health', value: 'health', description: health },
			{ name: 'Sync', value: 'sync', description: 'Whether it says that it is synchronized' },
		],
		default: 'sync',
		description,
	});
}

/** The age of the newest block above which a node lags; the place where it is used adds what that means there. */
export const BLOCK_AGE = field('number', 'Max Block Age (Seconds)', 'maxBlockAge', {
	typeOptions: { minValue: 1 },
	default: 60,
});

/** The distance above which a node lags. */
export const BLOCKS_BEHIND = field('number', 'Max Blocks Behind', 'maxBlocksBehind', {
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 5,
});
