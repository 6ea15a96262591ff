import { isJsonObject, parseJson } from '../http/body.mts';
import { proxyError, rpcLimitError } from '../http/errors.mts';
import type { RpcParts } from './answerCalls.mts';
import {
	players,
	RpcFailure,
	tipAt,
	type FamilyCondition,
	type FamilyResponse,
	type Player,
	type Tip,
} from './familyAnswers.mts';

/** A request to a node, seen from after the key. */
interface FamilyRequest {
	method: string;
	/** Without slashes at its ends. */
	path: string;
	/** Parsed; undefined where there is none. */
	body?: unknown;
}

const stuckForMs = 24 * 3_600_000;

/** The families that are played. */
export const playedFamilies = Object.keys(players);

/**
 * Answers a request to a node without EVM. Tests change the answer to a method as everywhere else.
 * @param request with the body as a text
 * @throws HttpError 404 for a path the family does not have
 */
export function answerFamily(
	{ scripts }: RpcParts,
	key: string,
	family: string,
	request: FamilyRequest,
): FamilyResponse {
	const body = parseJson(request.body);
	const answer = playFamily(family, scripts.behaviour(key).condition, { ...request, body });
	if (answer === undefined) throw proxyError(404);
	return { ...answer, body: changed(answer.body, body) };

	function changed(answered: unknown, asked: unknown): unknown {
		if (Array.isArray(answered) && Array.isArray(asked)) {
			return answered.map((each, index) => changed(each, asked[index]));
		}
		const isCall = isJsonObject(answered) && isJsonObject(asked) && 'id' in asked;
		return isCall ? scripts.apply(key, String(asked.method), answered) : answered;
	}
}

/** The answer of a node of a family; `undefined` where it has no such path, or is not played. */
export function playFamily(
	family: string,
	condition: FamilyCondition,
	{ method, path: whole, body }: FamilyRequest,
): FamilyResponse | undefined {
	const player: Player | undefined = players[family];
	if (player === undefined) return undefined;
	if (condition === 'limited') return { status: 429, body: rpcLimitError(null, '20ms') };
	const [path] = whole.split('?');
	const now = Date.now() - (condition === 'stuck' ? stuckForMs : 0);
	const tip = tipAt(now, player.blockMs, condition);
	if (player.calls !== undefined && method === 'POST' && path === '') {
		if (!Array.isArray(body)) return answerCall(player, tip, body);
		return { status: 200, body: body.map((call) => answerCall(player, tip, call).body) };
	}
	const answers = player.paths?.[`${method} ${path}`];
	if (answers === undefined) return undefined;
	const answer = condition === 'failing' ? undefined : answers(tip, [body]);
	return answer === undefined ? player.failure : { status: 200, body: answer };
}

function answerCall(player: Player, tip: Tip, call: unknown): FamilyResponse {
	const { id, method, params } = isJsonObject(call) ? call : {};
	const { status = 200, result, error } = resultOf(player, tip, String(method), params);
	const newer = { jsonrpc: '2.0', id, ...(error === undefined ? { result } : { error }) };
	const older = { result: result ?? null, error: error ?? null, id };
	return { status, body: player.isOlder ? older : newer };
}

function resultOf(
	{ calls = {}, failure, isOlder, takesNoParams }: Player,
	tip: Tip,
	method: string,
	params: unknown,
): { status?: number; result?: unknown; error?: unknown } {
	if (takesNoParams && params !== undefined) {
		return { error: { code: -32602, message: 'no parameters accepted' } };
	}
	if (tip.condition === 'failing') {
		return { status: failure.status, error: (failure.body as { error: unknown }).error };
	}
	if (!Object.hasOwn(calls, method)) {
		return { status: isOlder ? 404 : 200, error: { code: -32601, message: 'Method not found' } };
	}
	const result = calls[method](tip, Array.isArray(params) ? params : []);
	return result instanceof RpcFailure ? { error: { ...result } } : { result };
}
