import type { Property } from '../values/propertyTypes';

/**
 * Declares the field that decides when an endpoint is ready: by its own statement, or by everything Check Health checks.
 * @param text what Health checks in addition, and what the field is for
 */
export function checkField({ health, description }: { health: string; description: string }) {
	return {
		displayName: 'Check',
		name: 'check',
		type: 'options',
		options: [
			{ name: 'Health', value: 'health', description: health },
			{ name: 'Sync', value: 'sync', description: 'Whether it says that it is synchronized' },
		],
		default: 'sync',
		description,
	} as const satisfies Property;
}

/** The age of the newest block above which a node lags; the place where it is used adds what that means there. */
export const BLOCK_AGE = {
	displayName: 'Max Block Age (Seconds)',
	name: 'maxBlockAge',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
} as const satisfies Property;

/** The distance above which a node lags. */
export const BLOCKS_BEHIND = {
	displayName: 'Max Blocks Behind',
	name: 'maxBlocksBehind',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 5,
} as const satisfies Property;
