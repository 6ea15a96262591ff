import { seedIds } from '../../../sandbox/seed.mts';
import type { Facts, Scene, Stage } from '../scene.mts';
import { REASONS } from '../sentences.mts';

const { polygon: node } = seedIds.nodes;
const form = (Action: string, addresses?: string) => ({
	start: 'Lock Down Form',
	input: { 'Node ID': node, Action, 'Admitted addresses': addresses },
});
const addRule = async (stage: Stage, value: string) => {
	const path = `/v2/nodes/${node}/access-rules/`;
	await stage.ask('POST', path, { type: 'ip', value });
	await stage.ask('PATCH', `${path}${(await stage.state()).accessRules.at(-1)?.id}/`, {
		status: 'activated',
	});
};

/** The addresses whose rules are in force at the node when the run has ended. */
const inForce = ({ after }: Facts): string[] =>
	after.accessRules
		.filter(({ nodeId, status }) => nodeId === node && status === 'activated')
		.map(({ value }) => value);
/** The addresses that were named, as far as they are addresses and were sent. */
const namedIn = ({ performance: { input } }: Facts): string[] =>
	String(input?.['Admitted addresses'] ?? '203.0.113.10, 127.0.0.1')
		.split(/[\s,]+/)
		.filter(Boolean);

export const lockDown: Scene = {
	start: 'Run by Hand',
	loses: 'POST',
	paths: {
		bad: form('Lock', '203.0.113.256'),
		empty: form('Lock', ' '),
		'partly failed': form('Lock', '203.0.113.0/24 203.0.113.10'),
		'rules of others': { prepare: async (stage) => await addRule(stage, '198.51.100.7') },
		'rules of others stay': {
			prepare: async (stage) => {
				await addRule(stage, '198.51.100.7');
				await stage.fault({ method: 'PATCH', kind: 'status', status: 403, skip: 2 });
			},
		},
		'without this n8n': form('Lock', '203.0.113.10'),
		open: { ...form('Open'), prepare: async (stage) => await addRule(stage, '198.51.100.7') },
		'open, never locked': form('Open'),
		'open, while the platform refuses': {
			...form('Open'),
			prepare: async (stage) => {
				await addRule(stage, '198.51.100.7');
				await stage.fault({ method: 'POST', kind: 'status', status: 403 });
			},
		},
		'open, while the platform is down': {
			...form('Open'),
			prepare: async (stage) => {
				await addRule(stage, '127.0.0.1');
				await stage.fault({ server: 'platform', kind: 'status', status: 503 });
			},
		},
	},
	statements: [
		// Every rule in force is a named address, and every named address is in force.
		[
			/^ND-222-333-555 is locked\.?$/,
			(facts) =>
				inForce(facts).length > 0 && inForce(facts).sort().join() === namedIn(facts).sort().join(),
		],
		[/^ND-222-333-555 is open\.?$/, (facts) => inForce(facts).length === 0],
		[
			/^ND-222-333-555 is NOT locked\.?$/,
			(facts) =>
				inForce(facts).sort().join() !== namedIn(facts).sort().join() ||
				inForce(facts).length === 0,
		],
		[/^ND-222-333-555 is NOT open\.?$/, (facts) => inForce(facts).length > 0],
		[
			/^ND-222-333-555 is in a state that is not known\.?$/,
			({ requests }) =>
				requests
					.filter(({ path }) => path.includes('access-rules'))
					.every(({ status }) => status !== 200),
		],
		[
			/^ND-222-333-555 is NOT locked, and nothing was changed: name at least one address to admit\.$/,
			({ requests }) => requests.length === 0,
		],
		[
			/^ND-222-333-555 is not known to be locked(?:, because no address could be admitted:)?$/,
			({ requests }) => requests.every(({ method, status }) => method === 'GET' || status !== 201),
		],
		[/^In force: ([\d.:a-f, ]+)\.$/, (facts, values) => values === inForce(facts).join(', ')],
		[
			/^No access rule is in force: everyone with a key is admitted\.$/,
			(facts) => inForce(facts).length === 0,
		],
		[/^Not known to be added: /, 'advice'],
		[
			/^Checked from this n8n: polygon-1 \(Polygon PoS Mainnet\) is ready$/,
			async ({ blocksBehind }) => (await blocksBehind(node)) === 0,
		],
		[
			/^Checked from this n8n: polygon-1 \(Polygon PoS Mainnet\) is rejecting the key: .*$/,
			(facts) => !inForce(facts).includes('127.0.0.1') && inForce(facts).length > 0,
		],
		[/^Checked from this n8n: /, 'advice'],
		[
			/^Next: create a new key in the console, replace the old one, then open the node with the form\.$/,
			'advice',
		],
		...REASONS,
	],
};
