import { inWords } from '../pure/duration';
import { excerpt } from '../pure/excerpt';
import { readErrorBody, type ErrorBody } from '../pure/errorBody';
import { Problem } from '../pure/problem';
import { failureOfAnswer } from './answerFailure';

/** An answer the service gave, as far as its message depends on it. */
export interface UnsuccessfulAnswer {
	status: number;
	text: string;
	/** The wait the service asked for in milliseconds, if it did. */
	retryAfterMs?: number;
}

/** Most characters shown of what the service says, all fields included. */
const LONGEST_WORDS = 800;

/** What happened and how to go on, by status; the service's own words are put in between. */
const BY_STATUS: Readonly<Record<number, { what: string; hint: string }>> = {
	400: {
		what: 'Chainstack did not accept the request',
		hint: 'Correct the values it names and run the node again',
	},
	401: {
		what: 'Chainstack did not accept the API key',
		hint: "Check 'API Key' in the credential. Keys are made in the Chainstack console under Settings, API keys, and are shown only once",
	},
	403: {
		what: 'The API key is not allowed to do this',
		hint: 'A key has the rights of the user who made it. Use a key of a user with the Editor or Admin role, and check that the feature is part of your plan',
	},
	404: {
		what: 'Chainstack did not find this',
		hint: 'Check the ID, and that it belongs to the organization of the API key',
	},
	409: {
		what: 'The request does not fit the present state of the resource',
		hint: 'Look at its state in the Chainstack console, then run the node again',
	},
	413: {
		what: 'The request is larger than Chainstack accepts',
		hint: 'Send less at once',
	},
	429: {
		what: 'Chainstack accepts no more requests for now',
		hint: 'Run the node later, or with fewer items at once',
	},
};

/**
 * Makes one readable message of an answer that is not a success.
 *
 * @param answer what the service answered
 * @param subject what the request was about, such as `node ND-1-2-3`, for answers that say "not found"
 */
export function answerProblem(answer: UnsuccessfulAnswer, subject?: string): Problem {
	const body = readErrorBody(answer.text);
	const listed = BY_STATUS[answer.status];
	const known = listed ?? byClass(answer.status);
	const what =
		answer.status === 404 && subject !== undefined
			? `Chainstack did not find the ${subject}`
			: known.what;
	const said = ownWords(body) || pageInWords(body);
	const status = listed === undefined || said === '' ? ` (status ${answer.status})` : '';
	const message = `${what}${status}${said === '' ? '' : `: ${said}`}`;
	return new Problem(message, {
		httpStatus: answer.status,
		isFromService: body.form === 'json',
		hint: [known.hint, waitHint(answer.retryAfterMs, body)]
			.filter((part) => part !== '')
			.join('. '),
		failure: failureOfAnswer({ ...answer, body, subject }),
	});
}

/**
 * The message for an answer that claims success but cannot be used.
 * @param expected what was expected, such as `a JSON object`
 */
export function unusableAnswer(status: number, text: string, expected: string): Problem {
	const body = readErrorBody(text);
	const found = {
		html: `a web page${body.text === undefined ? '' : ` titled "${body.text}"`}`,
		empty: 'nothing',
		text:
			text.trimStart().startsWith('{') || text.trimStart().startsWith('[')
				? 'JSON that ends too early or is damaged'
				: 'text that is not JSON',
		json: 'JSON of another shape',
		other: 'JSON of another shape',
	}[body.form];
	return new Problem(
		`Chainstack answered ${found} where ${expected} was expected (status ${status})`,
		{
			httpStatus: status,
			hint: "Check that 'Base URL' in the credential is the address of the API itself, and that no proxy answers in its place. If it is, try again later",
		},
	);
}

function ownWords(body: ErrorBody): string {
	const fields = body.fields.map(({ name, text }) => `${name}: ${text}`).join('; ');
	const text = body.form === 'html' ? '' : (body.text ?? body.code ?? '');
	if (text === '' || fields === '') return excerpt(text + fields, LONGEST_WORDS);
	return excerpt(`${text.replace(/[.:]$/, '')} (${fields})`, LONGEST_WORDS);
}

/**
 * The title of a web page tells who answered, often something between n8n and the service. One with a slash may
 * repeat the path of the request.
 */
function pageInWords({ form, text = '' }: ErrorBody): string {
	return form !== 'html' || text === '' || text.includes('/')
		? ''
		: `a web page titled "${text}" came instead of an answer of the API`;
}

function byClass(status: number): { what: string; hint: string } {
	if (status >= 500) {
		return {
			what: 'Chainstack could not process the request',
			hint: 'This is on the side of the service. Try again later, and see status.chainstack.com',
		};
	}
	if (status >= 300 && status < 400) {
		return {
			what: 'Chainstack redirected the request',
			hint: "The redirection was not followed, because it would carry the key elsewhere. Check 'Base URL' in the credential: it has to be the final address, with https://",
		};
	}
	if (status < 300) {
		return {
			what: 'Chainstack answered, but not that it succeeded',
			hint: 'Look at the state of the resource in the Chainstack console, then run the node again',
		};
	}
	return {
		what: 'Chainstack refused the request',
		hint: 'Check the values of this node',
	};
}

function waitHint(retryAfterMs: number | undefined, body: ErrorBody): string {
	if (retryAfterMs !== undefined) return `The service asked to wait ${inWords(retryAfterMs)}`;
	return body.nextAvailable === undefined ? '' : `Available again: ${body.nextAvailable}`;
}
