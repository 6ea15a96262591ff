import type { Property } from '../parameters/propertyTypes';

/**
 * What makes an endpoint ready: that it says so, or everything Check Health knows.
 * @param text what Health looks at besides, and what the field is for
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
