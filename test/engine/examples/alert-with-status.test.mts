import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';
import { defineNode } from '../support/index.mts';

/** What the feed holds, or why it cannot be read. */
let feed: IDataObject[] | Error = [];
let reads = 0;
const rssFeedRead = defineNode(
	{
		displayName: 'RSS Read',
		name: 'rssFeedRead',
		version: [1, 1.1, 1.2],
		properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
	},
	{
		async execute() {
			expect(this.getNodeParameter('url', 0)).toBe('https://status.chainstack.com/history.rss');
			reads += 1;
			if (feed instanceof Error) return [[{ json: { error: feed.message } }]];
			return [feed.map((json) => ({ json, pairedItem: { item: 0 } }))];
		},
	},
);

const { run } = useExample('alert-with-status', {
	nodeTypes: { 'n8n-nodes-base.rssFeedRead': rssFeedRead },
});

const entry = (title: string, day: number, contentSnippet: string) => ({
	...{ title, contentSnippet, link: `https://status.chainstack.com/incidents/${day}` },
	isoDate: `2026-11-${day}T08:00:00.000Z`,
});
const open = entry(
	'Elevated latency',
	20,
	'Nov 20, 08:10 UTC Investigating - We are looking into it.',
);
const solved = entry('Outage in Virginia', 21, 'Nov 21, 09:00 UTC Resolved - This is over.');
const failure = {
	...{ event: 'readinessChanged', id: 'ND-1', incidentId: 'ND-1#1', name: 'eth-1', healthy: false },
	...{ from: 'ready', to: 'unreachable', since: '2026-11-22T01:02:03.000Z', reason: 'status 503' },
};
const told = async (change: IDataObject = failure) => {
	const report = await run({ startNode: 'Node Changed', triggerItems: [{ json: change }] });
	expect(report.error).toBeUndefined();
	return jsons(report.items('Replace with Slack, Email, …'));
};
const said = 'eth-1 is unreachable since 2026-11-22T01:02:03.000Z. Reason: status 503.';

describe('Platform status beside an alert', () => {
	beforeEach(() => {
		feed = [];
		reads = 0;
	});

	it('adds the newest open incident', async () => {
		feed = [solved, entry('Older', 10, 'Investigating'), open];
		expect(await told()).toEqual([
			{
				subject: 'eth-1 is unreachable',
				text: `${said} The platform reports an open incident: Elevated latency (https://status.chainstack.com/incidents/20)`,
			},
		]);
		expect(reads).toBe(1);
	});

	it.each([[[solved]], [[]]])('says that there is none: %j', async (entries) => {
		feed = entries;
		expect(await told()).toMatchObject([
			{ text: `${said} The platform reports no open incident.` },
		]);
	});

	it('sends the alert when the feed cannot be read', async () => {
		feed = new Error('getaddrinfo ENOTFOUND');
		expect(await told()).toMatchObject([
			{ text: `${said} The status page could not be read: getaddrinfo ENOTFOUND` },
		]);
	});

	it('tells a recovery without it', async () => {
		feed = [open];
		const recovery = {
			...failure,
			healthy: true,
			from: 'unreachable',
			to: 'ready',
			reason: undefined,
		};
		expect(await told(recovery)).toEqual([
			{
				subject: 'eth-1 is ready again',
				text: 'eth-1 is ready again since 2026-11-22T01:02:03.000Z.',
			},
		]);
	});

	it('shows an example when it is run by hand', async () => {
		const report = await run();
		expect(jsons(report.items('Replace with Slack, Email, …'))).toMatchObject([
			{ subject: 'Test: Example endpoint is unreachable' },
		]);
	});
});
