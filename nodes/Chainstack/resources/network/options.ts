import { PLATFORM_PATIENCE } from '../../../shared/items/patience';
import type { Property } from '../../../shared/items/propertyTypes';
import { INCLUDE_SECRETS, OPTIONS } from '../options';

const [LONGEST_WAIT, RETRIES, TIME_LIMIT] = PLATFORM_PATIENCE;

/** Options of creating a network. */
export const networkCreationOptions = {
	...OPTIONS,
	options: [
		{
			displayName: 'Fail on Warning State',
			name: 'failOnWarning',
			type: 'boolean',
			default: true,
			displayOptions: { show: { '/waitUntilReady': [true] } },
			description:
				"Whether waiting ends as failed in the state 'warning' (it is up, but not healthy) instead of waiting on",
		},
		INCLUDE_SECRETS,
		LONGEST_WAIT,
		RETRIES,
		TIME_LIMIT,
	],
} as const satisfies Property;
