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

/** Declares the field for the age of the newest block above which a node lags. */
export const maxBlockAge = (description: string) =>
	field('number', 'Max Block Age (Seconds)', 'maxBlockAge', {
		typeOptions: { minValue: 1 },
		default: 60,
		description,
	});

/** Declares the field for the distance above which a node lags. */
export const maxBlocksBehind = (description: string) =>
	field('number', 'Max Blocks Behind', 'maxBlocksBehind', {
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 5,
		description,
	});

/** Declares the field for the chain that an endpoint has to belong to. */
export const expectedChain = (description: string) =>
	field('string', 'Expected Chain ID', 'expectedChainId', {
		placeholder: 'e.g. 1, 0x1, or eip155:1',
		description,
	});
