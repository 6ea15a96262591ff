import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

import { playFamily } from '../../../sandbox/jsonRpc/families.mts';
import {
	seedIds,
	startSandbox,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox/start.mts';
import type { LiveOptions, LiveResult, LiveSurroundings } from '../../../scripts/live/liveRun.mts';
import { runLive } from '../../../scripts/live/liveRun.mts';
import { allRows, formatReport, formatRun } from '../../../scripts/live/report.mts';

/** The key of node endpoints. */
export const ENDPOINT_KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

/** An API key that looks different when it is encoded. */
export const API_KEY = 'live+Key/of=the.tests~0123456789';

/** A sandbox of its own for a test. */
export async function ownSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox({
		evm: 'minimal',
		deployMs: 20,
		apiKey: API_KEY,
		endpointKey: ENDPOINT_KEY,
		...options,
	});
	onTestFinished(async () => await sandbox.stop());
	// What its small client lacks, and every node has.
	sandbox.setRpcAnswer('*', 'net_peerCount', '0x19');
	sandbox.setRpcAnswer('*', 'web3_clientVersion', 'sandbox/1.0.0');
	return sandbox;
}

/** What a test sees of a run. */
export interface LiveRun {
	result: LiveResult;
	/** Everything that was printed, the tables included. */
	printed: string;
	/** Statements that differ, by their IDs, and what was seen. */
	differs: Record<string, string>;
	/** When requests were sent, in milliseconds of the run's own time. */
	questions: string[];
}

/** How a test runs. */
export interface LiveTestOptions extends LiveOptions {
	/** Whether it is agreed to spend. */
	agrees?: boolean;
	stop?: AbortSignal;
	stopDeletion?: AbortSignal;
	/** Real milliseconds after which an answer is late. */
	answerMs?: number;
	/** Is told what the run says, as it says it. */
	onSay?: (text: string) => void;
}

/** Runs against a server in virtual time: pauses take none. */
export async function runAgainst({
	agrees = true,
	stop = new AbortController().signal,
	stopDeletion = new AbortController().signal,
	answerMs = 30_000,
	onSay = () => {},
	...options
}: LiveTestOptions): Promise<LiveRun> {
	const said: string[] = [];
	const questions: string[] = [];
	let now = Date.now();
	const surroundings: LiveSurroundings = {
		time: {
			now: () => now,
			sleep: async (ms) => {
				now += ms;
				await Promise.resolve();
			},
			timeout: () => AbortSignal.timeout(answerMs),
		},
		say: (line) => {
			said.push(line);
			onSay(line);
		},
		confirm: async (question) => {
			questions.push(question);
			return await Promise.resolve(agrees);
		},
		stop,
		stopDeletion,
	};
	const result = await runLive(options, surroundings);
	const { parts, left, secrets } = result;
	const tables = [formatRun(parts), formatReport(parts, 'about'), JSON.stringify(result.parts)];
	const printed = [...said, ...tables.map((each) => secrets.hide(each)), ...left].join('\n');
	const differing = allRows(parts).flatMap(({ statement, verdict }) =>
		verdict.is === 'differs' ? [[statement.id, verdict.seen] as const] : [],
	);
	return { result, printed, differs: Object.fromEntries(differing), questions };
}

/** The options of a run that reads and creates everything in a sandbox. */
export function everythingOf({ url, apiKey, rpcUrl }: Sandbox): LiveOptions {
	return {
		baseUrl: url,
		apiKey,
		project: seedIds.projects.main,
		create: true,
		bucket: seedIds.bucket,
		endpoints: { evm: rpcUrl },
	};
}

/** Serves a node of a family, as the sandbox plays it; returns the address with the key. */
export async function familyServer(family: string): Promise<string> {
	const server = createServer((request, response) => {
		void text(request).then((sent) => {
			const segments = (request.url ?? '')
				.split('/')
				.filter((each) => !['', 'beacon'].includes(each));
			const path = segments.filter((each) => each !== ENDPOINT_KEY).join('/');
			const body: unknown = sent === '' ? undefined : JSON.parse(sent);
			const isOpen = segments.includes(ENDPOINT_KEY);
			const method = String(request.method);
			const played = isOpen ? playFamily(family, 'ready', { method, path, body }) : undefined;
			const { status, body: answer } = played ?? { status: isOpen ? 404 : 401, body: '<html>' };
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
		});
	});
	// On a busy machine, a connection would be closed while a request is on its way.
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	return `http://127.0.0.1:${port}/${ENDPOINT_KEY}`;
}
