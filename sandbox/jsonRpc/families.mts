import { isJsonObject } from '../http/body.mts';
import {
	players,
	RpcFailure,
	type FamilyCondition,
	type FamilyRequest,
	type FamilyResponse,
	type Player,
	type Tip,
} from './familyAnswers.mts';

const stuckForMs = 24 * 3_600_000;
const missingBlocks = 4200;

/** The families that are played. */
export const playedFamilies = Object.keys(players);

/** What a node of a family answers; `undefined` where it has no such path. */
export function playFamily(
	family: string,
	condition: FamilyCondition,
	request: FamilyRequest,
): FamilyResponse | undefined {
	const player = players[family];
	if (player === undefined) throw new Error(`There is no family ${family}`);
	const { calls, paths } = player;
	if (condition === 'limited') return limited;
	const [path] = request.path.split('?');
	const answers = paths?.[`${request.method} ${path}`];
	const isCalls = calls !== undefined && request.method === 'POST' && path === '';
	if (answers === undefined && !isCalls) return undefined;
	const tip = tipOf(player, condition);
	if (isCalls) return answeredCalls(player, tip, request.body);
	if (condition === 'failing') return player.failure;
	const body = answers?.(tip, [request.body]);
	return body === undefined ? player.failure : { status: 200, body };
}

const limited: FamilyResponse = {
	status: 429,
	body: {
		jsonrpc: '2.0',
		id: null,
		error: {
			code: -32005,
			message: "You've exceeded the RPS limit available on the current plan",
			data: { try_again_in: '20ms' },
		},
	},
};

function tipOf({ blockMs }: Player, condition: FamilyCondition): Tip {
	const lateMs =
		condition === 'stuck' ? stuckForMs : condition === 'syncing' ? blockMs * missingBlocks : 0;
	const timeMs = Math.floor((Date.now() - lateMs) / blockMs) * blockMs;
	const missing = condition === 'syncing' ? missingBlocks : 0;
	return { condition, timeMs, missing, height: Math.floor(timeMs / blockMs) };
}

/** What came of a call. */
interface Said {
	status?: number;
	result?: unknown;
	error?: unknown;
}

function answeredCalls(player: Player, tip: Tip, body: unknown): FamilyResponse {
	const statuses: number[] = [];
	const answer = (call: unknown): unknown => {
		const { id, method, params } = isJsonObject(call) ? call : {};
		const isRefused = player.takesNoParams === true && params !== undefined;
		const said: Said = isRefused
			? { error: { code: -32602, message: 'no parameters accepted' } }
			: resultOf(player, tip, String(method), Array.isArray(params) ? params : []);
		const { status = 200, error } = said;
		statuses.push(status);
		if (player.isOlder) return { result: said.result ?? null, error: error ?? null, id };
		return { jsonrpc: '2.0', id, ...(error === undefined ? { result: said.result } : { error }) };
	};
	if (Array.isArray(body)) return { status: 200, body: body.map(answer) };
	const answered = answer(body);
	return { status: statuses[0], body: answered };
}

function resultOf(
	{ calls = {}, failure, isOlder }: Player,
	tip: Tip,
	method: string,
	params: unknown[],
): Said {
	if (tip.condition === 'failing') {
		return { status: failure.status, error: (failure.body as { error: unknown }).error };
	}
	if (!Object.hasOwn(calls, method)) {
		return { status: isOlder ? 404 : 200, error: { code: -32601, message: 'Method not found' } };
	}
	const result = calls[method](tip, params);
	return result instanceof RpcFailure ? { error: { ...result } } : { result };
}
