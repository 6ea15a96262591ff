import { isIP } from 'node:net';
import { seedIds } from '../../../sandbox/seed.mts';
import type { Facts, Scene, Stage } from '../scene.mts';
import { REASONS } from '../sentences.mts';

const { polygon: node } = seedIds.nodes;
const list =
	(...addresses: string[]) =>
	async () =>
		await Promise.resolve({
			Allowlist: {
				jsonOutput: JSON.stringify({
					nodeId: node,
					addresses: addresses.map((address) => ({ address })),
				}),
			},
		});
const addRule = async (stage: Stage, value: string, status = 'activated') => {
	const path = `/v2/nodes/${node}/access-rules/`;
	await stage.ask('POST', path, { type: 'ip', value });
	const rule = (await stage.state()).accessRules.at(-1);
	if (status === 'activated') await stage.ask('PATCH', `${path}${rule?.id}/`, { status });
};
/** The addresses of the node's rules of a status, or of all, in the order of the service. */
const valuesOf = ({ accessRules }: Facts['after'], status?: string): string[] =>
	accessRules
		.filter((rule) => rule.nodeId === node && (status === undefined || rule.status === status))
		.map(({ value }) => value);
const LISTED = ['203.0.113.10', '203.0.113.24', '2001:db8::1'];

export const allowlist: Scene = {
	start: 'Every Morning',
	loses: 'POST',
	paths: {
		good: {
			prepare: async (stage) => {
				for (const value of LISTED) await addRule(stage, value);
			},
		},
		bad: {
			parameters: list('203.0.113.10', '203.0.113.256'),
			prepare: async (stage) => await addRule(stage, '198.51.100.7'),
		},
		empty: { parameters: list(), prepare: async (stage) => await addRule(stage, '198.51.100.7') },
		'partly failed': {
			prepare: async (stage) => {
				await addRule(stage, '198.51.100.7');
				await stage.fault({
					method: 'POST',
					path: 'access-rules',
					kind: 'status',
					status: 403,
					skip: 1,
					times: 1,
				});
			},
		},
		'the first time': {},
		'the first time, approved': {
			start: 'Approve Activation',
			input: { 'Activate the rules': 'Yes' },
		},
		'not approved': { start: 'Approve Activation', input: { 'Activate the rules': 'No' } },
		'an address that is gone': { prepare: async (stage) => await addRule(stage, '198.51.100.7') },
		'an address that cannot be deleted': {
			prepare: async (stage) => {
				await addRule(stage, '198.51.100.7');
				await stage.fault({ method: 'DELETE', kind: 'status', status: 403 });
			},
		},
		'the same address written in another way': {
			parameters: list('2001:0DB8:0:0::0001'),
			prepare: async (stage) => await addRule(stage, '2001:db8::1'),
		},
		'nothing but blanks': { parameters: list(' ') },
	},
	statements: [
		[
			/^The allowlist of (\S+) is in force$/,
			(facts) => valuesOf(facts.after, 'activated').length > 0,
		],
		[
			/^The allowlist of (\S+) is not in force$/,
			(facts) => valuesOf(facts.after, 'activated').length === 0,
		],
		[/^The allowlist of (\S+) was not applied$/, 'advice'],
		[/^Allowlist of ND-222-333-555\. /, 'advice'],
		[
			/In force: ([\d.:a-f, ]+)\. ?/,
			(facts, values) => values === valuesOf(facts.after, 'activated').join(', '),
		],
		[
			/Without effect: ([\d.:a-f, ]+)\. ?/,
			(facts, values) => values === valuesOf(facts.after, 'deactivated').join(', '),
		],
		[
			/Not listed, but not deleted: ([\d.:a-f, ]+)\. ?/,
			({ after }, values) =>
				values
					.split(', ')
					.every((value) => !LISTED.includes(value) && valuesOf(after).includes(value)),
		],
		[
			/Everyone with the key is admitted until "Approve Activation" gets a Yes\.$/,
			(facts) => valuesOf(facts.after, 'activated').length === 0,
		],
		[
			/^The allowlist of \S+ was not applied, and nothing was changed: /,
			({ before, after, requests }) =>
				requests.every(({ method }) => method === 'GET') &&
				valuesOf(after).length >= valuesOf(before).length,
		],
		[/no IP address: ([^,\n]*)$/, (_, value) => isIP(value) === 0],
		[/no address is listed$/, 'advice'],
		[
			/^The allowlist of \S+ was not applied, and nothing was deleted\. Not known to be added: /,
			({ requests }) => requests.every(({ method }) => method !== 'DELETE'),
		],
		...REASONS,
	],
};
