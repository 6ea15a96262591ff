import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { changedExample, exampleOf, startAt, text, useExample } from '../fixtures/examples.mts';
import { useServer, type Reply } from '../fixtures/server.mts';

const server = useServer(() => ({ body: '' }));
const { sent } = useExample('alert-with-status');

const CDATA = (html: string) => `<![CDATA[${html}]]>`;
const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const dayOf = (day: number) => `Fri, ${day} Nov 2026 08:00:00 +0000`;
const incident = (day: number) => `https://status.chainstack.com/incidents/${day}`;

/** An update of an incident, as pages of this kind write it. */
const update = (day: number, step: string) =>
	`<p><small>Nov <var data-var='date'>${day}</var>, <var data-var='time'>08:10</var> UTC</small><br><strong>${step}</strong> - We &amp; they look into it.</p>`;
const older = update(9, 'Investigating');

interface Entry {
	title?: string;
	html?: string;
	day?: number;
	link?: string;
}
const rssItem = ({ title, html, day, link }: Entry) =>
	[
		'<item>',
		title === undefined ? '' : `<title>${escaped(title)}</title>`,
		html === undefined ? '' : `<description>${escaped(html)}</description>`,
		day === undefined ? '' : `<pubDate>${dayOf(day)}</pubDate>`,
		link === undefined ? '' : `<link>${link}</link><guid>${link}</guid>`,
		'</item>',
	].join('\n');
const rss = (...entries: Entry[]) =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Status</title><link>https://status.chainstack.com</link>${entries.map(rssItem).join('')}</channel></rss>`;
const atomEntry = ({ title = '', html = '', day = 1, link = '' }: Entry) =>
	`<entry xml:lang="en"><id>tag:${day}</id><published>2026-11-01T00:00:00Z</published><updated>${new Date(dayOf(day)).toISOString()}</updated><link rel="alternate" type="text/html" href="${link}"/><title type="html">${CDATA(title)}</title><content type="html">${CDATA(html)}</content></entry>`;
const atom = (...entries: Entry[]) =>
	`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Status</title><updated>2026-11-22T00:00:00Z</updated>${entries.map(atomEntry).join('')}</feed>`;

const open = {
	title: 'Elevated latency & errors',
	day: 20,
	link: incident(20),
	html: update(20, 'Identified') + older,
};
const solved = {
	title: 'Outage',
	day: 21,
	link: incident(21),
	html: update(21, 'Resolved') + older,
};
const oldOne = { title: 'Older', day: 10, link: incident(10), html: older };

const failure = {
	summary: 'eth-1 is unreachable: status 503',
	event: 'readinessChanged',
	id: 'ND-1',
	incidentId: 'ND-1#1',
	name: 'eth-1',
	healthy: false,
	from: 'ready',
	to: 'unreachable',
	since: '2026-11-22T01:02:03.000Z',
	reason: 'status 503',
};
/** The message about a change while the status page gives this response. */
const told = async (reply: Reply | string, change: IDataObject = failure, timeout = 10_000) => {
	server.answer = () => (typeof reply === 'string' ? { body: reply } : reply);
	const url = `${server.url}/history.rss`;
	return await sent(
		startAt('Node Changed', change),
		changedExample('alert-with-status', 'Status Feed', { url, options: { timeout } }),
	);
};
const said = 'eth-1 is unreachable: status 503 (since 2026-11-22T01:02:03.000Z).';

const isOpen = (name: string) => [
	{ text: `${said} The platform reports an open incident: ${name}` },
];
const none = [{ text: `${said} The platform reports no open incident.` }];

describe('Platform status beside an alert', () => {
	it.each([
		['RSS', rss],
		['Atom', atom],
	])('adds the newest open incident of a feed in %s', async (_, feed) => {
		expect(await told(feed(solved, oldOne, open))).toEqual([
			{
				subject: 'eth-1 is unreachable: status 503',
				text: `${said} The platform reports an open incident: Elevated latency & errors (${incident(20)})`,
			},
		]);
		expect(server.seen.map(({ url }) => url)).toEqual(['/history.rss']);
		expect(await told(feed(solved))).toMatchObject(none);
		expect(await told(feed())).toMatchObject(none);
	});

	it('reads the feed of the platform, for 10 seconds at most', () => {
		const { nodes } = exampleOf('alert-with-status');
		expect(nodes.find(({ name }) => name === 'Status Feed')?.parameters).toMatchObject({
			url: 'https://status.chainstack.com/history.rss',
			options: { timeout: 10_000 },
		});
	});

	it.each([
		['monitoring', update(20, 'Monitoring'), true],
		['an update', update(20, 'Update'), true],
		[
			'maintenance that is planned',
			`THIS IS A SCHEDULED EVENT Nov 25${update(20, 'Scheduled')}`,
			false,
		],
		[
			'maintenance in progress',
			`THIS IS A SCHEDULED EVENT Nov 25${update(20, 'In progress')}`,
			true,
		],
		['maintenance that is over', update(20, 'Completed'), false],
		['a review', update(20, 'Postmortem') + update(19, 'Resolved'), false],
		['plain words', 'Investigating', true],
		['plain words, over', 'This incident has been resolved.', false],
	])('knows what is open: %s', async (_, html, expected) => {
		expect(await told(rss({ ...open, html }))).toMatchObject(
			expected ? isOpen(`Elevated latency & errors (${incident(20)})`) : none,
		);
	});

	it('manages without a title, a link or a date', async () => {
		const { html } = open;
		expect(await told(rss({ html }))).toMatchObject(isOpen('an incident without a title'));
		expect(await told(rss({ title: 'X', html }))).toMatchObject(isOpen('X'));
		expect(await told(rss({ html, title: 'No date' }, oldOne))).toMatchObject(
			isOpen(`Older (${incident(10)})`),
		);
	});

	it('does not guess whether an entry is over', async () => {
		expect(await told(rss({ title: 'Notice', link: incident(3) }, solved))).toMatchObject([
			{
				text: `${said} Whether it is over is not known of this entry of the status page: Notice (${incident(3)})`,
			},
		]);
	});

	it.each<[string, Reply, RegExp]>([
		['is not found', { status: 404, body: 'gone' }, /404/],
		['is out of order', { status: 503, body: '' }, /503/],
		['breaks the connection', { instead: 'reset' }, /.+/],
		['is a web page', { body: '<!doctype html><title>Status</title>' }, /the response is no feed/],
		['is empty', { body: '' }, /the response is no feed/],
		['does not answer', { instead: 'hang' }, /.+/],
	])('sends the alert when the status page %s', async (_, reply, reason) => {
		expect(await told(reply, failure, 300)).toEqual([
			{
				subject: 'eth-1 is unreachable: status 503',
				text: text(
					new RegExp(
						`^eth-1 is unreachable: status 503 \\(since .+ The status page could not be read: .*${reason.source}`,
					),
				),
			},
		]);
	});

	it('tells a recovery without it', async () => {
		const healthy = { summary: 'eth-1 is ready again', healthy: true, to: 'ready' };
		expect(await told(rss(open), { ...failure, ...healthy })).toEqual([
			{
				subject: 'eth-1 is ready again',
				text: 'eth-1 is ready again (since 2026-11-22T01:02:03.000Z).',
			},
		]);
	});

	it('tells a reminder, a group and what a test says when there is nothing to watch', async () => {
		const summary = 'eth-1 is still unreachable after 2 hours';
		const reminder = { ...failure, summary, kind: 'reminder' };
		expect(await told(rss(), reminder)).toMatchObject([{ subject: summary }]);
		const group = {
			event: 'readinessChanged',
			count: 2,
			healthy: false,
			changes: [],
			summary: '2 unreachable: eth-1, eth-2',
		};
		expect(await told(rss(open), group)).toEqual([
			{
				subject: '2 unreachable: eth-1, eth-2',
				text: `2 unreachable: eth-1, eth-2. The platform reports an open incident: Elevated latency & errors (${incident(20)})`,
			},
		]);
		const note = 'There is currently nothing to watch';
		const item = { summary: note, event: 'readinessChanged', test: true, note };
		expect(await told(rss(), item)).toEqual([{ subject: `Test: ${note}`, text: `Test: ${note}.` }]);
	});

	it('shows an example when it is run by hand', async () => {
		const url = `${server.url}/history.rss`;
		expect(
			await sent({}, changedExample('alert-with-status', 'Status Feed', { url })),
		).toMatchObject([
			{ subject: 'Test: Example endpoint is unreachable: no complete response within 8 s' },
		]);
	});
});
