import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene } from '../scene.mts';
import {
	GROUPS_OF_NODES,
	letSync,
	REASONS,
	TEST_EVENTS,
	TRIGGER_FAILURES,
	TRIGGER_IS_UNAUTHORIZED,
} from '../sentences.mts';

const { polygon } = seedIds.nodes;

/** An item of the trigger, as it is when its group option is on. */
const change = (healthy: boolean, summary: string) => ({
	summary,
	healthy,
	event: 'readinessChanged',
	count: 1,
	changes: [],
});
const FAILED = change(false, '1 syncing: polygon-1');
const RECOVERED = change(true, '1 ready again: polygon-1');

/** An update of an incident, as the feed of a status page writes it. */
const update = (step: string) =>
	`&lt;p&gt;&lt;small&gt;Nov 20, 08:10 UTC&lt;/small&gt;&lt;br&gt;&lt;strong&gt;${step}&lt;/strong&gt; - We look into it.&lt;/p&gt;`;
const entry = (title: string, ...steps: string[]) =>
	`<item><title>${title}</title><link>https://status.example/${title.length}</link><description>${steps.map(update).join('')}</description></item>`;
const feed = (...entries: string[]) =>
	`<?xml version="1.0"?><rss version="2.0"><channel><title>Status</title>${entries.join('')}</channel></rss>`;

const OVER = entry('Outage that is over', 'Resolved', 'Investigating');
const OPEN = entry('Elevated latency', 'Identified', 'Investigating');

const failure = (body: string, status = 200) => ({
	input: FAILED,
	parameters: async (stage: Parameters<typeof letSync>[0]) => ({
		'Status Page': { url: await stage.serve(body, status) },
	}),
});

export const statusAlert: Scene = {
	start: 'Nodes Changed',
	parameters: async (stage) => ({ 'Status Page': { url: await stage.serve(feed(OVER)) } }),
	paths: {
		bad: { ...failure(feed(OVER, OPEN)), prepare: async (stage) => await letSync(stage, polygon) },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': {
			...failure('gone', 404),
			prepare: async (stage) => await letSync(stage, polygon),
		},
		'no open incident': {
			...failure(feed(OVER)),
			prepare: async (stage) => await letSync(stage, polygon),
		},
		'a recovery': { input: RECOVERED },
		'the trigger fails': TRIGGER_IS_UNAUTHORIZED,
		'an execution fails': {
			start: 'When the Trigger Fails',
			input: { execution: { error: { message: 'Chainstack is not available at the moment' } } },
			prepare: async (stage) =>
				await stage.fault({ server: 'platform', kind: 'status', status: 503 }),
		},
	},
	statements: [
		...GROUPS_OF_NODES,
		...TEST_EVENTS,
		// Only the feed with an open incident is served on that path.
		[
			/^Open incident of the platform: Elevated latency$/,
			({ performance: { parameters } }) => 'Status Page' in parameters,
		],
		[/^Elevated latency: https:\/\/status\.example\/16$/, 'advice'],
		[/^The status page could not be read$/, 'advice'],
		[/^The status page could not be read: .*404.*$/, 'advice'],
		...TRIGGER_FAILURES,
		...REASONS,
	],
};
