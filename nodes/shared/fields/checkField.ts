import type { Property } from '../values/propertyTypes';

/**
 * What makes an endpoint ready: its own statement, or everything Check Health checks.
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
