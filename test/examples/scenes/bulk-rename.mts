import { seedIds } from '../../../sandbox/seed.mts';
import type { Facts, Scene } from '../scene.mts';
import { REASONS } from '../sentences.mts';

const list = (rows: object[]) => async () =>
	await Promise.resolve({ 'New Names': { jsonOutput: JSON.stringify({ rows }) } });
const renamed = ({ before, after }: Facts) =>
	after.nodes.filter(({ id, name }) =>
		before.nodes.some((node) => node.id === id && node.name !== name),
	);

export const bulkRename: Scene = {
	start: 'Run by Hand',
	loses: 'PATCH',
	paths: {
		good: { parameters: list([{ nodeId: seedIds.nodes.polygon, newName: 'Polygon, Frankfurt' }]) },
		bad: { parameters: list([{ nodeId: 'ND-9-9-9', newName: 'Nobody' }]) },
		empty: { parameters: list([]) },
		'partly failed': {},
	},
	statements: [
		[
			/^(\d+) of \d+ nodes were renamed$/,
			(facts, count) => renamed(facts).length === Number(count),
		],
		[/^No node was renamed$/, (facts) => renamed(facts).length === 0],
		[/^The list of new names is empty\.$/, ({ requests }) => requests.length === 0],
		[
			/^(ND-[\d-]+) is now (.+)$/,
			({ after }, id, name) => after.nodes.some((node) => node.id === id && node.name === name),
		],
		[
			/^(N\w-[\d-]+) was not renamed: /,
			(facts, id) => renamed(facts).every((node) => node.id !== id),
		],
		...REASONS,
	],
};
