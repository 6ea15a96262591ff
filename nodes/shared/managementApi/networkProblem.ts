import { faultKindOf } from '../http/networkFault';
import { inWords } from '../text/duration';
import { Problem } from '../text/problem';

/**
 * The message for a server that could not be reached or broke the connection.
 *
 * @param host host and port, the only part of the address that may be shown
 * @param code Node.js error code, which n8n shows apart
 * @param broke true when the connection was established and then broke
 * @param attempts how often it was tried
 */
export function networkProblem(
	host: string,
	code: string,
	broke: boolean,
	attempts: number,
): Problem {
	const { hint, lastingHint, isDamage } = faultKindOf(code);
	const broken = isDamage
		? `The response from ${host} is damaged and could not be decompressed`
		: `The connection to ${host} was lost before the response was complete`;
	const what = broke ? broken : `${host} could not be reached`;
	const otherwise = broke
		? 'Try again later'
		: 'Check the address and the network of the machine n8n runs on';
	return new Problem(`${what}${times(attempts)}`, {
		isNetworkFault: true,
		isLasting: lastingHint !== undefined,
		networkCode: code,
		hint: hint ?? otherwise,
	});
}

/**
 * The message for a server that took too long.
 * @param limitMs the timeout of one attempt in milliseconds
 * @param isFixed whether that is no option of the user
 */
export function timeOutProblem(
	host: string,
	limitMs: number,
	attempts: number,
	isFixed = false,
): Problem {
	return new Problem(
		`${host} did not send a complete response within ${inWords(limitMs)}${times(attempts)}`,
		{
			isNetworkFault: true,
			hint: isFixed
				? "Check 'Base URL', and try again later"
				: "Try again later, or raise 'Timeout' in the options",
		},
	);
}

function times(attempts: number): string {
	return attempts > 1 ? ` (${attempts} attempts)` : '';
}
