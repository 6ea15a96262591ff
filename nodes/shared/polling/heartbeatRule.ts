import { Problem } from '../text/problem';
import { field } from '../values/field';

const MINUTE_MS = 60_000;

/** More often, the interval of the polls says the same. Minutes. */
const LEAST_MINUTES = 5;

/** The field that says how often the trigger reports that it works. */
export const heartbeatField = field('number', 'Heartbeat Every (Minutes)', 'heartbeatEvery', {
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		"How often to output an item of the kind 'heartbeat', which only a poll that could check gives: at least every 5 minutes, or 0 for never. A service outside of n8n notices when they stop.",
});

/** The field that says whether heartbeats hold the service level of each object. */
export const perEndpointField = field(
	'boolean',
	'Heartbeat: Per Endpoint',
	'heartbeatPerEndpoint',
	{
		description:
			'Whether each heartbeat says how long each endpoint, node or network was healthy since the last one, how many incidents it had, and how long its responses took',
	},
);

/** How often a heartbeat leaves, and what it holds. */
export interface HeartbeatRule {
	everyMs: number;
	/** Whether it holds the service level of each object. */
	isPerEndpoint: boolean;
}

/**
 * @returns `undefined` where none leaves
 * @throws Problem for an interval that is too short
 */
export function readHeartbeatRule({
	heartbeatEvery: minutes = 0,
	heartbeatPerEndpoint: isPerEndpoint = false,
}: {
	heartbeatEvery?: number;
	heartbeatPerEndpoint?: boolean;
}): HeartbeatRule | undefined {
	if (minutes === 0) return undefined;
	if (minutes >= LEAST_MINUTES) return { everyMs: minutes * MINUTE_MS, isPerEndpoint };
	throw new Problem(
		`'${heartbeatField.displayName}' must be at least ${LEAST_MINUTES}, or 0, but it is ${minutes}`,
		{ hint: 'Enter 0 for no heartbeats' },
	);
}
