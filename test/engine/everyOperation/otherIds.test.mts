import { expect, it } from 'vitest';
import { exampleInputs } from '../../../scripts/docs/exampleInputs.mts';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, told, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform();

/** The ID of another kind for each field that takes an ID, and what the message says of it. */
const OTHER: Record<string, [value: string, message: string]> = {
	nodeId: ['NW-1-2-3', "'NW-1-2-3' is the ID of a network, not of a node"],
	networkId: ['PR-1-2-3', "'PR-1-2-3' is the ID of a project, not of a network"],
	project: ['ND-1-2-3', "'ND-1-2-3' is the ID of a node, not of a project"],
	ruleId: ['ND-1-2-3', "'ND-1-2-3' is the ID of a node, not of an access rule"],
};

const rows = Object.entries(exampleInputs).flatMap(([name, { parameters }]) =>
	Object.keys(OTHER)
		.filter((field) => field in parameters)
		.map((field) => [name, field] as const),
);

it.each(rows)(
	'%s refuses another kind of ID as %s before anything is sent',
	async (name, field) => {
		const [resource, operation] = name.split('.');
		const { parameters } = exampleInputs[name];
		const [value, message] = OTHER[field];
		const run = await platform.run(
			[resource, operation],
			{
				...parameters,
				...('ruleId' in parameters && { ruleId: byId(seedIds.accessRule) }),
				[field]: byId('={{ $json.value }}'),
			},
			{ items: [{ json: { value } }] },
		);
		expect(told(run).message).toBe(message);
		expect(platform.requests()).toEqual([]);
	},
);
