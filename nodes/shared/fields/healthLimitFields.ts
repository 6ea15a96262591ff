import type { Property } from '../values/propertyTypes';

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
