import { isJsonObject } from '../http/body.mts';
import { proxyError } from '../http/errors.mts';
import type { RpcParts } from './answerCalls.mts';
import { playedFamilies, playFamily } from './families.mts';
import type { FamilyRequest, FamilyResponse } from './familyAnswers.mts';

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
	if (!playedFamilies.includes(family)) throw proxyError(404);
	const body = parsed(request.body);
	const answer = playFamily(family, scripts.behaviour(key).condition, { ...request, body });
	if (answer === undefined) throw proxyError(404);
	const isCalls = isJsonObject(body) || Array.isArray(body);
	return isCalls ? { ...answer, body: changed(answer.body, body) } : answer;

	function changed(answered: unknown, asked: unknown): unknown {
		if (Array.isArray(answered) && Array.isArray(asked)) {
			return answered.map((each, index) => changed(each, asked[index]));
		}
		const isCall = isJsonObject(answered) && isJsonObject(asked) && 'id' in asked;
		return isCall ? scripts.apply(key, String(asked.method), answered) : answered;
	}
}

function parsed(body: unknown): unknown {
	try {
		return JSON.parse(String(body ?? ''));
	} catch {
		return undefined;
	}
}
