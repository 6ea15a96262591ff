import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { triggerName, type triggerWorkflow } from '../triggerWorkflow.mts';

/** An event as PagerDuty takes it. */
interface PageEvent {
	event_action: string;
	dedup_key: string;
	payload: { summary: string };
}

/** A chat with threads and a service that calls people, on this machine. */
export class AlertServices {
	/** The texts of each thread, by the incident for which it was opened. */
	readonly threads = new Map<string, string[]>();

	/** The events of each alert, by its deduplication key: the action and the text. */
	readonly alerts = new Map<string, string[]>();

	private constructor(private readonly server: Server) {}

	static async start(): Promise<AlertServices> {
		const server = createServer();
		const services = new AlertServices(server);
		server.on('request', (request, response) => {
			void readBody(request).then((body) => {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(services.answer(request.url ?? '', body)));
			});
		});
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		return services;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => {
			this.server.close(resolve);
		});
	}

	private answer(url: string, body: IDataObject): object {
		if (url === '/page') {
			const { event_action: action, dedup_key: key, payload } = body as unknown as PageEvent;
			this.alerts.set(key, [...(this.alerts.get(key) ?? []), `${action}: ${payload.summary}`]);
			return { status: 'success', dedup_key: key };
		}
		if (url.startsWith('/thread?')) {
			const incident = new URL(url, this.url).searchParams.get('incident') ?? '';
			return { thread: this.threads.has(incident) ? incident : null };
		}
		// The first message of an incident opens its thread, the others have to name it.
		const { text, incident, thread } = body as Record<string, string>;
		if (thread !== undefined && thread !== incident) throw new Error(`${thread} is no thread`);
		const isNew = thread === undefined;
		this.threads.set(isNew ? incident : thread, [
			...(isNew ? [] : (this.threads.get(thread) ?? [])),
			text,
		]);
		return { ok: true };
	}
}

async function readBody(request: IncomingMessage): Promise<IDataObject> {
	let text = '';
	for await (const part of request) text += String(part);
	return text === '' ? {} : (JSON.parse(text) as IDataObject);
}

/** @returns a workflow that also sends each item to the thread of its incident, and to the alert with its key */
export function withAlerts(workflow: ReturnType<typeof triggerWorkflow>, url: string) {
	const item = `$('${triggerName}').item.json`;
	const call = (name: string, parameters: object) => ({
		id: randomUUID(),
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [220, 200],
		parameters,
	});
	const send = (path: string, body: Record<string, string>): object => ({
		method: 'POST',
		url: `${url}${path}`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ ({ ${Object.entries(body)
			.map(([name, expression]) => `${name}: ${expression}`)
			.join(', ')} }) }}`,
	});
	const to = (name: string) => ({ node: name, type: 'main', index: 0 });
	const [first] = workflow.connections[triggerName].main;
	return {
		...workflow,
		nodes: [
			...workflow.nodes,
			call('Find Thread', {
				url: `=${url}/thread?incident={{ encodeURIComponent($json.incidentId) }}`,
			}),
			call(
				'Send Message',
				send('/message', {
					text: `${item}.summary`,
					incident: `${item}.incidentId`,
					thread: '$json.thread ?? undefined',
				}),
			),
			call(
				'Page',
				send('/page', {
					event_action: "$json.kind === 'ended' ? 'resolve' : 'trigger'",
					dedup_key: '$json.incidentId',
					payload: "{ summary: $json.summary, source: $json.name, severity: 'error' }",
				}),
			),
		],
		connections: {
			[triggerName]: { main: [[...first, to('Find Thread'), to('Page')]] },
			'Find Thread': { main: [[to('Send Message')]] },
		},
	};
}
