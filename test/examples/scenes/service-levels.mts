import type { Scene } from '../scene.mts';
import { REASONS, TRIGGER_FAILS, TRIGGER_FAILURES } from '../sentences.mts';

/** A heartbeat at the end of a day. */
const HEARTBEAT = {
	summary: 'The watch works: 1 of 2 is healthy, 1 is unhealthy',
	healthy: true,
	kind: 'heartbeat',
	lastHeartbeatAt: '2026-11-20T00:00:04.000Z',
	periodSeconds: 86_400,
	endpoints: [
		{
			name: 'eth-archive-1',
			id: 'ND-222-333-444',
			healthySeconds: 86_400,
			unhealthySeconds: 0,
			unknownSeconds: 0,
			quietSeconds: 0,
			unmonitoredSeconds: 0,
			incidents: 0,
			latencyP50Ms: 66.2,
			latencyP95Ms: 114,
		},
		{
			name: 'polygon-1',
			id: 'ND-222-333-555',
			healthySeconds: 80_000,
			unhealthySeconds: 6000,
			unknownSeconds: 300,
			quietSeconds: 0,
			unmonitoredSeconds: 100,
			incidents: 2,
		},
	],
};
const CHANGE = {
	summary: 'polygon-1 is syncing: it is 8 blocks behind',
	healthy: false,
	kind: 'opened',
};

export const serviceLevels: Scene = {
	start: 'Nodes Changed',
	paths: {
		bad: { input: HEARTBEAT },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': { input: CHANGE },
		'a month without rows': { start: 'Every Month' },
		'the trigger fails': TRIGGER_FAILS,
	},
	statements: [
		[
			/^(?:Test: )?(\d+) rows of (\S+) were saved$/,
			({ rows }, count, day) => rows.filter((row) => row.day === day).length === Number(count),
		],
		[
			/^(\S+), incidents: (\d+)$/,
			({ rows }, name, count) =>
				rows.some(({ node, incidents }) => node === name && incidents === Number(count)),
		],
		[
			/^(?:Test: )?(\S+)(?: \([^)]+\))? is (ready(?: again after \d+ minutes)?|unreachable: no complete response within 8 s|syncing: it is 8 blocks behind)\.?$/,
			'advice',
		],
		[/^Test: There is currently nothing to watch\.?$/, ({ after }) => after.nodes.length === 0],
		[/^Service levels in \d{4}-\d{2}$/, 'advice'],
		[/^No row was saved in that month\.$/, ({ rows }) => rows.length === 0],
		...TRIGGER_FAILURES,
		...REASONS,
	],
};
