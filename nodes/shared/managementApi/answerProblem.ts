import type { Failure } from 'n8n-workflow';

import { readErrorBody, type ErrorBody } from '../http/errorBody';
import { isUnavailable, findRetryAfterMs, type Answer } from '../http/outcome';
import { formatDuration } from '../text/duration';
import { excerpt } from '../text/excerpt';
import { omitUndefined } from '../text/json';
import { Problem } from '../text/problem';
import { parseTimestamp } from '../text/timestamp';

/** How to go on when what was received is nothing the platform's API returns. */
export const CHECK_BASE_URL =
	"Check that 'Base URL' in the credential is the address of the API itself";

/** The maximum number of characters shown of what the service says, all fields included. */
const LONGEST_WORDS = 800;

/** The service's words for anything that does not exist, which the message says already. */
const SAYS_NO_MORE = /^not found\.?$/i;

const LATER = "The cause is on Chainstack's side. Try again later, and check status.chainstack.com";

/** Message and advice by status, or by its first digit; the service's own words are put in between. */
const BY_STATUS: Readonly<Record<number, { what: string; hint: string }>> = {
	400: {
		what: 'Chainstack did not accept the request',
		hint: 'Correct the values that the message names, then run the node again',
	},
	401: {
		what: 'Chainstack did not accept the API key',
		hint: "Check 'API Key' in the credential. Keys are created in the Chainstack console under Settings > API keys and are shown only once",
	},
	402: {
		what: 'Chainstack requires a payment or a paid plan for this',
		hint: 'Check plan and billing of your organization in the Chainstack console',
	},
	403: {
		what: 'The API key is not allowed to do this',
		hint: 'An API key has the permissions of the user who created it. Use the key of a user with the Editor or Admin role, and check that your plan includes the feature',
	},
	404: {
		what: 'Chainstack could not find what was requested',
		hint: 'Check the ID, and that it belongs to the same organization as the API key',
	},
	407: {
		what: 'A proxy between n8n and Chainstack requires a login',
		hint: 'The request did not reach Chainstack. Check the proxy settings of the machine n8n runs on',
	},
	409: {
		what: 'The request conflicts with the current state of the resource',
		hint: 'Check its state in the Chainstack console, then run the node again',
	},
	413: { what: 'The request is larger than Chainstack accepts', hint: 'Send less data at once' },
	429: {
		what: 'Chainstack is not accepting more requests for now',
		hint: 'Run the node again later, or with fewer items at once',
	},
	503: { what: 'Chainstack is not available at the moment', hint: LATER },
	2: {
		what: 'Chainstack responded, but did not confirm that the request succeeded',
		hint: 'Check the state of the resource in the Chainstack console, then run the node again',
	},
	3: {
		what: 'Chainstack redirected the request',
		hint: "The redirect was not followed, because it would send the key elsewhere. Check 'Base URL' in the credential: it must be the final address and start with https://",
	},
	4: {
		what: 'Chainstack refused the request',
		hint: "Check the values in this node, and 'Base URL' in the credential",
	},
	5: { what: 'Chainstack could not process the request', hint: LATER },
};

/** A 403 whose body is a web page: the API itself answers in JSON. */
const BLOCKED = {
	what: 'Access was denied',
	hint: "The page does not come from the API itself: a firewall or a proxy in between may not admit the machine n8n runs on. Check also 'Base URL' in the credential",
};

/**
 * Turns an answer that is not a success into one readable message. It is in words: n8n shows the status apart, below
 * 'From Chainstack'.
 *
 * @param subject what the request was about, such as `node ND-1-2-3`, for answers that say "not found"
 * @param isById whether that was named by its ID, other than a list, or something that is to be created
 */
export function makeAnswerProblem(answer: Answer, subject?: string, isById = false): Problem {
	const { status } = answer;
	const body = readErrorBody(answer.text);
	const known = explainStatus(status, body);
	const isMissing = status === 404 && subject !== undefined;
	const what = isMissing ? `Chainstack could not find the ${subject}` : known.what;
	const words = formatOwnWords(body);
	const said = status === 404 && SAYS_NO_MORE.test(words) ? '' : words;
	const retryAfterMs = findRetryAfterMs(answer);
	const wait = `. The service asked for a wait of ${formatDuration(retryAfterMs ?? 0)}`;
	return new Problem(said === '' ? what : `${what}: ${said}`, {
		httpStatus: status,
		isFromService: body.form === 'json',
		said: { code: body.code, field: body.fields[0]?.name },
		hint: retryAfterMs === undefined ? known.hint : known.hint + wait,
		failure: classifyFailure(status, retryAfterMs, body, isById),
	});
}

/** Message and advice for a status; a server may send one that HTTP does not have. */
function explainStatus(status: number, { form }: ErrorBody): { what: string; hint: string } {
	if (status === 403 && form === 'html') return BLOCKED;
	const kind = isUnavailable(status) ? 503 : status;
	return BY_STATUS[kind] ?? BY_STATUS[Math.floor(kind / 100)] ?? BY_STATUS[5];
}

/**
 * The message for an answer that claims success but cannot be used.
 * @param expected what was expected, such as `a JSON object`
 */
export function makeUnusableAnswerProblem(status: number, text: string, expected: string): Problem {
	const body = readErrorBody(text);
	const found: Partial<Record<ErrorBody['form'], string>> = {
		html: `a web page${body.text === undefined ? '' : ` titled "${body.text}"`}`,
		empty: 'an empty response',
		text: 'text that is not JSON',
	};
	const what = found[body.form] ?? 'JSON with an unexpected structure';
	return new Problem(`Chainstack returned ${what} instead of ${expected}`, {
		httpStatus: status,
		hint: `${CHECK_BASE_URL} and that no proxy responds in its place. If so, try again later`,
	});
}

/** The message for JSON of the service that is not what it documents. */
export function makeUnexpectedAnswerProblem(what: string): Problem {
	return new Problem(`Chainstack returned ${what}`, { httpStatus: 200, hint: CHECK_BASE_URL });
}

/** @returns a code as words, such as `already exists` for `ALREADY_EXISTS` */
function formatCode(code: string): string {
	return /^[a-z]+(_[a-z]+)+$/i.test(code) ? code.toLowerCase().replaceAll('_', ' ') : code;
}

function formatOwnWords({ form, code = '', fields: flaws, ...body }: ErrorBody): string {
	// What is said of the fields says more than a code.
	const { text = flaws.length > 0 ? '' : formatCode(code) } = body;
	if (form === 'html') {
		// A title shows who answered, often something between n8n and the service. One with a slash may repeat the path
		// of the request.
		if (text === '' || text.includes('/')) return '';
		return `a web page titled "${text}" was returned instead of a response from the API`;
	}
	const fields = flaws.map(({ name, text: flaw }) => `${name}: ${flaw}`).join('; ');
	if (text === '' || fields === '') return excerpt(text + fields, LONGEST_WORDS);
	return excerpt(`${text.replace(/[.:]$/, '')} (${fields})`, LONGEST_WORDS);
}

/**
 * The cause of an answer of the management API, where one of n8n's six is true and no other fits. After three
 * of them (`credential-invalid`, `configuration-invalid`, `node-defect`) n8n polls a trigger only every 30 minutes
 * (`poll-backoff-policy` of n8n 2.41), so they are declared where the service itself said so.
 *
 * @returns `undefined` for everything else: a 403 may be the key's rights, the plan, or the organization; a 400
 * or 409 one item among many; a 500 the request or the service; a web page something in between
 */
function classifyFailure(
	status: number,
	retryAfterMs: number | undefined,
	{ form, nextAvailable }: ErrorBody,
	isById: boolean,
): Failure | undefined {
	const isOwn = form === 'json';
	if (status === 401 && isOwn) return { cause: 'credential-invalid' };
	if (status === 404 && isOwn && isById) return { cause: 'configuration-invalid' };
	const wait = omitUndefined({ retryAfterMs });
	if (isUnavailable(status)) return { cause: 'temporarily-unavailable', ...wait };
	if (status !== 429) return undefined;
	if (nextAvailable === undefined) return { cause: 'rate-limited', ...wait };
	// The faucet gives tokens once a day.
	const resetsAtEpochMs = parseTimestamp(nextAvailable) || undefined;
	return { cause: 'quota-exhausted', ...wait, ...omitUndefined({ resetsAtEpochMs }) };
}
