import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene, Stage } from '../scene.mts';
import { GROUPS_OF_NODES, letSync, REASONS, TRIGGER_FAILURES } from '../sentences.mts';

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
		'the trigger fails': {
			start: 'When the Trigger Fails',
			input: { trigger: { error: { message: 'Chainstack did not accept the API key' } } },
			prepare: async (stage) =>
				await stage.fault({ server: 'platform', kind: 'status', status: 401 }),
		},
	},
	statements: [
		...GROUPS_OF_NODES,
		[/^Test: There is currently nothing to watch\.?$/, ({ after }) => after.nodes.length === 0],
		[
			/^Test: .+ (?:is unreachable: no complete response within 8 s|is ready again after \d+ minutes)\.?$/,
			'advice',
		],
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
