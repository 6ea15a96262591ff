import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene, Stage } from '../scene.mts';
import {
	GROUPS_OF_NODES,
	letSync,
	REASONS,
	TEST_EVENTS,
	TRIGGER_FAILURES,
	TRIGGER_IS_UNAUTHORIZED,
} from '../sentences.mts';

const { polygon } = seedIds.nodes;

/** Items of the trigger, of which the one is sent on, and the other is a change. */
const HEARTBEAT = {
	summary: 'The watch works: 4 of 4 are healthy',
	healthy: true,
	kind: 'heartbeat',
	watched: 4,
};
const CHANGE = {
	summary: '1 syncing: polygon-1',
	healthy: false,
	event: 'readinessChanged',
	count: 1,
	changes: [],
};

/** The dead man's switch, which answers so. */
const answering =
	(status: number) =>
	async (stage: Stage): Promise<Record<string, object>> => ({
		'Tell the Switch': { url: await stage.serve('OK', status) },
	});

export const deadMansSwitch: Scene = {
	start: 'Nodes Changed',
	parameters: answering(200),
	paths: {
		bad: { input: CHANGE, prepare: async (stage) => await letSync(stage, polygon) },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': { input: HEARTBEAT, parameters: answering(404) },
		'the trigger fails': TRIGGER_IS_UNAUTHORIZED,
	},
	statements: [
		...GROUPS_OF_NODES,
		...TEST_EVENTS,
		// Only on that path the switch answers 404.
		[
			/^The dead man's switch could not be reached$/,
			({ performance: { input } }) => input?.kind === 'heartbeat',
		],
		[/^The watch works, but the dead man's switch could not be reached: .*404.*$/, 'advice'],
		...TRIGGER_FAILURES,
		...REASONS,
	],
};
