import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import type { WatchEvent } from '../../shared/polling/watchEvent';
import { readiness } from './readiness';
import { networkStatus, nodeStatus } from './statusChanged';
import { usageThreshold } from './usageThreshold';

/** Everything the trigger can watch, in the order in which the editor shows it. */
export const events: readonly WatchEvent[] = [networkStatus, nodeStatus, readiness, usageThreshold];

// Under a name, because n8n's lint takes a member of an object for no default.
const defaultEvent = nodeStatus.value;

/** The parameters of the trigger: the event, and the fields of each. */
export const eventProperties: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: events.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: defaultEvent,
	},
	...events.flatMap(({ value, properties }) =>
		// Declared read-only, so that the value types can be derived from them; n8n's type is not read-only.
		updateDisplayOptions({ show: { event: [value] } }, properties as unknown as INodeProperties[]),
	),
];
