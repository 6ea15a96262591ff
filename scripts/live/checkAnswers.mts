import { CHAINS, type FamilyName } from '../../nodes/shared/addresses/chains';
import type { EndpointAddress } from '../../nodes/shared/addresses/endpointAddress';
import { FAMILIES } from '../../nodes/shared/families';
import type { NodeReport } from '../../nodes/shared/families/family';
import type { Answer } from '../../nodes/shared/http/outcome';
import { readAnswer, readPlainAnswer } from '../../nodes/shared/jsonRpc/answer';
import type { RpcAnswer } from '../../nodes/shared/jsonRpc/fault';
import type { RpcReply } from '../../nodes/shared/jsonRpc/rpcClient';
import { EndpointProbeClient } from '../../nodes/shared/readiness/probeClient';

/** Answers of an endpoint, by the question and what was sent with it; see {@link keyOf}. */
export type Answers = ReadonlyMap<string, Answer>;

const EVERYTHING = {
	head: true,
	chain: true,
	peers: true,
	finality: true,
	clientVersion: true,
};

/** No answer: the contract has a question less than the probe. */
const NOT_ASKED: Answer = {
	kind: 'answer',
	status: 404,
	headers: {},
	text: 'not asked',
	receivedAtMs: 0,
};

/** Identifies a question: a method or `GET path`, and what was sent with it. */
export function keyOf(question: string, sent?: unknown): string {
	return sent === undefined ? question : `${question} ${JSON.stringify(sent)}`;
}

/**
 * Lets the package check a node with answers that came before.
 * @param noteLacking is told what the check asks and nobody has asked the node
 * @returns whether it syncs, its newest block, and whether its chain is in the table
 */
export async function checkAnswers(
	family: FamilyName,
	address: EndpointAddress,
	answers: Answers,
	noteLacking?: (question: string) => void,
): Promise<Record<string, unknown>> {
	const find = (key: string): Answer => {
		if (!answers.has(key)) noteLacking?.(key);
		return answers.get(key) ?? NOT_ASKED;
	};
	const { version, errors } = FAMILIES[family];
	const rpc = {
		dialects: new Map<string, string>(),
		call: async (_: unknown, { method, params }: { method: string; params?: unknown }) => {
			const isEmpty = Array.isArray(params) && params.length === 0;
			const answer = find(keyOf(method, isEmpty ? undefined : params));
			return toReply(readAnswer(answer, 1, version, { method, isWrite: false, errors }));
		},
		request: async (_: unknown, { method, path, body }: PlainQuestion) =>
			toReply(readPlainAnswer(find(keyOf(`${method} ${path}`, body)))),
	};
	const endpoint = { ...address, family, allowUnauthorizedCerts: false };
	const retryOptions = { timeoutMs: 0, maxRetries: 0, maxRetryWaitMs: 0 };
	const client = new EndpointProbeClient(endpoint, { rpc, retryOptions });
	try {
		return describeReport(await FAMILIES[family].probe(client, EVERYTHING), family);
	} catch (error) {
		// By its name: the class may be there twice, once for each way to load it.
		if (!(error instanceof Error) || error.name !== 'ProbeError') throw error;
		return { isSyncing: 'not understood' };
	}
}

interface PlainQuestion {
	method: string;
	path: string;
	body?: unknown;
}

function toReply(answer: RpcAnswer): RpcReply {
	return { answer, latencyMs: 0, attempts: 1, mayHaveBeenProcessed: false };
}

function describeReport(report: NodeReport, family: FamilyName): Record<string, unknown> {
	const { isSyncing, blockNumber, blockTimeMs, blockAgeMs, chainId } = report;
	const ofFamily = CHAINS.filter((chain) => chain.family === family);
	const isKnown = ofFamily.some(({ ids }) => chainId !== undefined && ids.includes(chainId));
	// Slots are counted by the clock, so they need no time.
	const ages = [blockTimeMs, blockAgeMs, FAMILIES[family].slotMs];
	const hasAge = ages.some((age) => age !== undefined);
	const isTold = isKnown || ofFamily.every(({ ids }) => ids.length === 0);
	return {
		isSyncing,
		block: hasAge ? String(blockNumber ?? 'none') : 'without its time',
		chain: isTold ? 'known' : chainId === undefined ? 'none' : 'not in the table',
	};
}
