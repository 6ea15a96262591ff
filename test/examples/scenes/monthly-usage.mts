import type { Scene } from '../scene.mts';
import { nodeNamed, REASONS } from '../sentences.mts';

/** The month before a moment, such as `2026-10` (UTC). */
const monthBefore = (atMs: number): string => {
	const at = new Date(atMs);
	return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1)).toISOString().slice(0, 7);
};

/** How many hours a month has. */
const hoursOf = (month: string): number => {
	const [year, number] = month.split('-').map(Number);
	return (Date.UTC(year, number) - Date.UTC(year, number - 1)) / 3_600_000;
};

export const monthlyUsage: Scene = {
	start: 'Every Month',
	paths: {
		bad: {
			prepare: async (stage) =>
				await stage.fault({ path: 'node-usage/?', kind: 'status', status: 403 }),
		},
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': {
			prepare: async (stage) =>
				await stage.fault({ path: 'node-usage/export', kind: 'status', status: 403 }),
		},
	},
	statements: [
		[
			/^Chainstack usage in (\d{4}-\d{2})$/,
			({ startedAt }, month) => month === monthBefore(startedAt),
		],
		[
			/^(\S+): (\d+) request units, ([\d.]+) compute hours$/,
			(facts, name, requests, hours) => {
				const { type } = nodeNamed(facts, name);
				// A node that is paid by time has run for every hour of the month.
				const all = hoursOf(monthBefore(facts.startedAt));
				return type === 'dedicated' ? Number(hours) === all && requests === '0' : hours === '0';
			},
		],
		[
			/^There is no CSV file: /,
			({ requests }) =>
				requests.some(({ path, status }) => path.endsWith('/export/') && status !== 200),
		],
		[
			/^The usage could not be read: /,
			({ requests }) => requests.every(({ status }) => status !== 200),
		],
		[/^No node used anything\.$/, ({ after }) => after.nodes.length === 0],
		...REASONS,
	],
};
