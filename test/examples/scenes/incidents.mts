import type { Scene } from '../scene.mts';
import { REASONS, TRIGGER_FAILS, TRIGGER_FAILURES } from '../sentences.mts';

const OPENED = {
	summary: 'polygon-1 is syncing: it is 8 blocks behind',
	name: 'polygon-1',
	incidentId: 'ND-222-333-555#1',
	healthy: false,
	kind: 'opened',
	startedAt: '2026-11-20T09:11:04.000Z',
};

export const incidents: Scene = {
	start: 'Nodes Changed',
	paths: {
		bad: { input: OPENED },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': {
			input: {
				summary: 'eth-archive-1 is ready',
				name: 'eth-archive-1',
				healthy: true,
				kind: 'changed',
			},
		},
		'the end of an incident': {
			input: {
				...OPENED,
				summary: 'polygon-1 is ready again after 4 minutes',
				healthy: true,
				kind: 'ended',
				endedAt: '2026-11-20T09:15:04.000Z',
				unhealthySeconds: 240,
			},
		},
		'a month without incidents': { start: 'Every Month' },
		'the trigger fails': TRIGGER_FAILS,
	},
	statements: [
		[
			/^(?:Test: )?(\S+)(?: \([^)]+\))? is (ready(?: again after \d+ minutes)?|unreachable: no complete response within 8 s|syncing: it is 8 blocks behind)$/,
			'advice',
		],
		[
			/^(?:Test: )?.+\. Saved as (\S+), (ended|open)\.$/,
			({ rows }, id, state) =>
				rows.some((row) => row.incident_id === id && (state === 'open' || row.ended !== '')),
		],
		[
			/^(?:Test: )?(.+)\. This is no incident, so nothing was saved\.$/,
			({ rows }, summary) => rows.every((row) => row.summary !== summary),
		],
		[/^Test: There is currently nothing to watch$/, ({ after }) => after.nodes.length === 0],
		[
			/^(\d+) incidents began in (\d{4}-\d{2})$/,
			({ rows }, count, month) =>
				rows.filter(({ began }) => String(began).startsWith(month)).length === Number(count),
		],
		[/^No incident was saved\.$/, ({ rows }) => rows.length === 0],
		...TRIGGER_FAILURES,
		...REASONS,
	],
};
