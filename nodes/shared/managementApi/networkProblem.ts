import { isDamaged } from '../http/networkFault';
import { inWords } from '../text/duration';
import { Problem } from '../text/problem';

/** What to check, by Node.js error code. */
const HINTS: ReadonlyArray<[RegExp, string]> = [
	[
		/^ECONNREFUSED$/,
		'Nothing is listening at that address and port. Check the address, and that the service is running',
	],
	[
		/^(ENOTFOUND|EAI_)/,
		'The host name could not be resolved. Check its spelling and the DNS of the machine n8n runs on',
	],
	[
		/^(ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EADDRNOTAVAIL)/,
		'There is no route to the host. Check the network and the firewall of the machine n8n runs on',
	],
	[
		/^(EPROTO|ERR_SSL)/,
		'The host does not speak TLS at this port. Check that the address begins with https:// and names the right port',
	],
	[
		/CERT|^UNABLE_TO|^SELF_SIGNED|^ERR_TLS|HOSTNAME_MISMATCH/,
		"The certificate could not be verified. If it is your own, turn on 'Ignore SSL Issues' in the credential",
	],
];

/** Codes of a host that does not exist or cannot be trusted, which trying again does not change. */
const LASTING = /^ENOTFOUND$|CERT|^UNABLE_TO|HOSTNAME_MISMATCH/;

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
	const what = broke ? brokenOff(host, code) : `${host} could not be reached`;
	const known = HINTS.find(([codes]) => codes.test(code))?.[1];
	const hint =
		known ??
		(broke ? 'Try again later' : 'Check the address and the network of the machine n8n runs on');
	return new Problem(`${what}${times(attempts)}`, {
		isNetworkFault: true,
		isLasting: LASTING.test(code),
		networkCode: code,
		hint,
	});
}

function brokenOff(host: string, code: string): string {
	return isDamaged(code)
		? `The response from ${host} is damaged and could not be decompressed`
		: `The connection to ${host} was lost before the response was complete`;
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
