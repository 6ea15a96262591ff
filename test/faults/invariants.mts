import type { RecordedRequest, SandboxState } from '../../sandbox/start.mts';
import { told } from '../engine/fixtures/platform.mts';
import type { NodeRun } from '../engine/support/index.mts';
import { failuresOf, itemIndex, outcomesOf } from './outcomes.mts';
import type { Made } from './plans.mts';
import type { Scenario } from './scenario.mts';
import { spellings } from './spellings.mts';
import { objectsOf, unaccounted } from './unaccounted.mts';

/** A run that has ended, and what the sandbox contained before and after it. */
export interface EndedRun {
	scenario: Scenario;
	run: NodeRun;
	tookMs: number;
	/** The keys of the credential. */
	keys: { apiKey: string; endpointKey: string };
	/** The requests that the sandbox received. */
	requests: readonly RecordedRequest[];
	before: SandboxState;
	after: SandboxState;
}

/** Texts that say that this package, and not the service, is broken. */
const DEFECTS = /omething unexpected happened|\bundefined\b|\[object \w+\]|\bNaN\b/;

const KINDS: readonly Made[] = ['projects', 'networks', 'nodes', 'pins', 'faucet'];

/** @returns what is wrong with a run, in words; nothing when all invariants hold */
export function violationsOf(ended: EndedRun): string[] {
	const { scenario, run, tookMs } = ended;
	const { boundMs, abortAfterMs } = scenario;
	const isCancelled = abortAfterMs !== undefined && run.status === 'canceled';
	return [
		...(tookMs > boundMs ? [`took ${tookMs} ms, more than ${boundMs} ms`] : []),
		...leaks(ended),
		...defects(run),
		...(isCancelled ? [] : [...unpaired(ended), ...unaccounted(ended), ...changes(ended)]),
	];
}

/** No key remains in any output, or is sent where it does not belong. */
function leaks({ scenario, run, keys, requests, before, after }: EndedRun): string[] {
	const auths = [...before.nodes, ...after.nodes].map(({ auth }) => auth);
	const shown = scenario.parameters.options.includeSecrets === true;
	const ofNodes = shown ? [] : auths.flatMap(({ key, password }) => [key, password]);
	const secrets = [...new Set([keys.apiKey, keys.endpointKey, ...ofNodes])];
	const texts = { run: run.text(), log: run.logText() };
	const found = Object.entries(texts).flatMap(([where, text]) =>
		secrets
			.flatMap(spellings)
			.filter((spelling) => text.includes(spelling))
			.map((spelling) => `a key is in the ${where}: ${around(text, spelling)}`),
	);
	const strayed = requests.filter(
		({ server, headers }) => server === 'rpc' && JSON.stringify(headers).includes(keys.apiKey),
	);
	return [...found, ...strayed.map(({ path }) => `the API key was sent to ${path}`)];
}

function defects(run: NodeRun): string[] {
	const { message, description } = told(run);
	return [message, description, ...failuresOf(run).map(({ text }) => text)]
		.filter((text) => DEFECTS.test(text))
		.map((text) => `a message says: ${text}`);
}

/** Outputs and failures together cover the inputs, in their order, each paired with its own. */
function unpaired({ scenario, run }: EndedRun): string[] {
	const { node, items, plan } = scenario;
	if (run.status !== 'success') {
		if (node.onError !== 'stopWorkflow')
			return [`ended as '${run.status}' although failures become items: ${told(run).message}`];
		return told(run).message === '' ? ['failed without a message'] : [];
	}
	const wrong: string[] = [];
	for (const branch of [run.output, run.errorOutput]) {
		const order = branch.map(itemIndex);
		if (order.some((index) => index < 0 || index >= items.length))
			wrong.push(`paired with ${order.join(', ')}`);
		if (order.some((index, at) => at > 0 && index < order[at - 1]))
			wrong.push(`out of order: ${order.join(', ')}`);
	}
	for (const [index, { failure, records }] of outcomesOf(scenario, run).entries()) {
		if (failure !== undefined && records.length > 0)
			wrong.push(`item ${index} has failed and succeeded`);
		if (plan.isSingle === true && failure === undefined && records.length !== 1)
			wrong.push(`item ${index} has ${records.length} results`);
	}
	return wrong;
}

/** Operations that only read change nothing. */
function changes({ scenario, before, after }: EndedRun): string[] {
	if (scenario.plan.reads !== true) return [];
	return KINDS.flatMap((kind) => {
		const [old, now] = [before, after].map((state) => [...objectsOf(state, kind).keys()].join());
		return old === now ? [] : [`${kind} changed from ${old} to ${now}`];
	});
}

function around(text: string, part: string): string {
	const at = text.indexOf(part);
	return text.slice(Math.max(0, at - 80), at + part.length + 40);
}
