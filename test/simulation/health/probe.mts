import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { checkHealth } from '../../../nodes/Chainstack/resources/jsonRpc/checkHealth';
import type { RequestContext } from '../../../nodes/shared/http/exchange';
import { RequestScheduler } from '../../../nodes/shared/scheduler/requestScheduler';
import { OperationContext } from '../../../nodes/shared/run/operationContext';
import { Session } from '../../../nodes/shared/run/session';
import { Random } from '../support/random.mts';
import { START_MS, VirtualClock } from '../support/virtualClock.mts';
import { SimulatedChain } from './chain.mts';

const NO_FILE = new Promise<never>(() => undefined);

/** How an endpoint sees its chain. */
interface SimulatedEndpoint {
	/** It has the blocks that were made this long ago. */
	delayMs: number;
	/** It has received no block since then. */
	stuckAtMs: number;
	/** It claims to be this many blocks ahead. */
	ahead: number;
	/** How much longer its answers take than those of others. */
	slowMs: number;
}

/** The answers of an endpoint, and the product's verdict on it. */
export interface Judged {
	/** Height and time of its head, and when it was asked for; times in milliseconds since 1970. */
	height: number;
	stampMs: number;
	askedAtMs: number;
	state: string;
	reason: string;
	/** It does not claim blocks that do not exist. */
	isHonest: boolean;
}

/** A finished probe of all endpoints of a chain. */
export interface ChainProbe {
	seed: number;
	chain: SimulatedChain;
	judged: Judged[];
	/** How far ages are uncertain, because the clock of this machine is wrong and that of the server has whole seconds. */
	slackMs: number;
	/** HTTP requests that were needed. */
	requests: number;
	/** How often each block was read by its height. */
	calls: Map<string, number>;
}

/** The longest that a probe may take, in virtual time. */
const LONGEST_MS = 90_000;

/** Probes all endpoints of a drawn chain once, through Check Health with its scheduler, in virtual time. */
export async function probeChain(seed: number): Promise<ChainProbe> {
	const random = new Random(seed);
	const clock = new VirtualClock();
	const chain = new SimulatedChain(random, START_MS, START_MS + LONGEST_MS);
	const count = Math.round(3 * 100 ** random.next());
	const limitMs = Math.max(10_000, chain.kind.lagMs);
	const endpoints = Array.from({ length: count }, (_, index) =>
		drawnEndpoint(random, limitMs, index < (count - 1) / 2),
	);
	const tookSeconds = random.pick([0, 5, 20, 60]) * random.next();
	const callsPerSecond = tookSeconds < 1 ? 0 : Math.ceil((4 * count) / tookSeconds);
	const skewMs = random.pick([0, 0, 3_600_000, -3_600_000]);
	const seen = new Map<number, Head & { askedAtMs: number }>();
	const calls = new Map<string, number>();
	let requests = 0;
	const answer = async (options: IHttpRequestOptions): Promise<object> => {
		requests += 1;
		const index = Number(/endpoint-(\d+)-/.exec(options.url)?.[1]);
		const askedAtMs = START_MS + clock.now();
		await clock.pass(20 + random.next() * 180);
		const now = START_MS + clock.now();
		const endpoint = endpoints[index];
		const head = headOf(endpoint, chain, now);
		const sent = JSON.parse(String(options.body)) as RpcCall | RpcCall[];
		const body = Array.isArray(sent)
			? sent.map((call) => answerTo(call, head, chain))
			: answerTo(sent, head, chain);
		for (const { method, params } of [sent].flat()) {
			const block = resultOf(method, params, head, chain);
			if (method !== 'eth_getBlockByNumber' || params[0] === 'latest' || block === null) continue;
			calls.set(String(params[0]), (calls.get(String(params[0])) ?? 0) + 1);
		}
		await clock.pass(20 + random.next() * 180 + endpoint.slowMs);
		const isHead = [sent].flat().some(({ params }) => params[0] === 'latest');
		if (isHead) seen.set(index, { ...head, askedAtMs });
		const date = new Date(START_MS + clock.now()).toUTCString();
		return { statusCode: 200, headers: { date }, body: JSON.stringify(body) };
	};
	const n8n = {
		helpers: { httpRequest: answer } as unknown as IExecuteFunctions['helpers'],
	} as RequestContext;
	const here = {
		now: clock.now,
		wallMs: () => clock.wallMs() + skewMs,
		sleep: clock.sleep,
		timeout: clock.timeout,
	};
	const options = { requestsPerSecond: callsPerSecond };
	const scheduler = new RequestScheduler({ clock: here, random: random.next });
	const session = new Session(n8n, undefined, { options, scheduler });
	const results: IDataObject[] = [];
	const items = endpoints.map((_, index) => {
		const retry = { timeoutMs: 10_000, maxRetries: 4, maxRetryWaitMs: 300_000 };
		const context = new OperationContext(session, retry);
		const values = {
			endpointSource: 'url',
			nodeId: '',
			url: `https://nodes.example.com/endpoint-${index}-of-0123456789abcdef`,
			compareWith: 'otherItems',
			referenceUrl: '',
			options: {},
		} as unknown as Parameters<typeof checkHealth.execute>[0];
		return {
			context,
			values,
			found: checkHealth.execute(values, context, async () => await NO_FILE),
		};
	});
	void Promise.all(items.map(async ({ found }) => await found)).then((all) => {
		for (const [index, { context, values }] of items.entries())
			void checkHealth.compare?.(all[index], all, values, context).then((result) => {
				results[index] = result as IDataObject;
			});
	});
	const isOver = await clock.runUntil(
		() => Object.keys(results).length === count,
		LONGEST_MS + 60_000,
	);
	session.end();
	if (!isOver) throw new Error(`the probe of seed ${seed} did not end`);
	return {
		seed,
		chain,
		judged: results.map(({ state, reason }, index) => ({
			...(seen.get(index) ?? { height: NaN, stampMs: NaN, askedAtMs: NaN }),
			state: String(state),
			reason: String(reason),
			isHonest: endpoints[index].ahead === 0,
		})),
		slackMs: skewMs === 0 ? 0 : 1500,
		requests,
		calls,
	};
}

interface RpcCall {
	id: number;
	method: string;
	params: unknown[];
}

/** Less than half of them are not as they should be. */
function drawnEndpoint(random: Random, limitMs: number, mayBeBad: boolean): SimulatedEndpoint {
	// Within the timeout, but nearly as long as the shortest lag that counts.
	const slowMs = random.next() < 0.1 ? 9000 * random.next() : 0;
	const well = { delayMs: random.next() * 1500, stuckAtMs: Infinity, ahead: 0, slowMs };
	if (!mayBeBad) return well;
	switch (random.pick(['well', 'late', 'stuck', 'ahead'] as const)) {
		case 'well':
			return well;
		case 'late':
			return { ...well, delayMs: limitMs * 5 * random.next() };
		case 'stuck':
			return { ...well, stuckAtMs: START_MS + (random.next() * 2 - 1.5) * limitMs };
		case 'ahead':
			return { ...well, ahead: random.integer(1, 1_000_000) };
	}
}

interface Head {
	height: number;
	stampMs: number;
}

function headOf(
	{ delayMs, stuckAtMs, ahead }: SimulatedEndpoint,
	chain: SimulatedChain,
	now: number,
): Head {
	const height = chain.heightAt(Math.min(now - delayMs, stuckAtMs));
	return { height: height + ahead, stampMs: chain.stampOf(height) ?? NaN };
}

function answerTo({ id, method, params }: RpcCall, head: Head, chain: SimulatedChain): object {
	return { jsonrpc: '2.0', id, result: resultOf(method, params, head, chain) };
}

function resultOf(method: string, [tag]: unknown[], head: Head, chain: SimulatedChain): unknown {
	switch (method) {
		case 'eth_syncing':
			return false;
		case 'eth_chainId':
			return hex(chain.kind.chainId);
		case 'eth_blockNumber':
			return hex(head.height);
		default: {
			const height = tag === 'latest' ? head.height : Number(tag);
			const stamp = tag === 'latest' ? head.stampMs : chain.stampOf(height);
			if (height > head.height || stamp === undefined) return null;
			return { number: hex(height), timestamp: hex(stamp / 1000), hash: hex(height) };
		}
	}
}

const hex = (number: number): string => `0x${number.toString(16)}`;
