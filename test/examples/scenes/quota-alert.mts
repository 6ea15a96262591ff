import type { Scene } from '../scene.mts';
import { REASONS, TRIGGER_FAILS, TRIGGER_FAILURES } from '../sentences.mts';

export const quotaAlert: Scene = {
	start: 'Level Reached',
	paths: {
		bad: {
			input: {
				summary: 'Request units: 80 % of the plan is used',
				used: 2412345,
				included: 3000000,
				percent: 80.4,
				period: '2026-11-01',
			},
		},
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': 'the usage is one request',
		'the trigger fails': TRIGGER_FAILS,
	},
	statements: [
		[/^(Test: )?Request units: (\d+) % of the plan is used$/, 'advice'],
		[
			/^(Test: )?Request units: (\d+) % of the plan is used: (\d+) of (\d+) since \d{4}-\d{2}-\d{2}\.$/,
			(_, test, percent, used, included) =>
				test !== undefined ||
				Math.floor((Number(used) / Number(included)) * 100) >= Number(percent),
		],
		...TRIGGER_FAILURES,
		...REASONS,
	],
};
