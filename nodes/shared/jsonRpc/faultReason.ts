import { isDamaged } from '../http/networkFault';

/** @returns why an established connection gave no usable answer; in words, as below */
export function lostReason(code: string): string {
	return isDamaged(code)
		? 'the response is damaged and could not be decompressed'
		: 'the connection was lost before the response was complete';
}

/**
 * @param code error code of Node.js
 * @returns why no connection was made; in words, because n8n replaces messages that contain such a code
 */
export function notSentReason(code: string): string {
	if (code === 'ECONNREFUSED') return 'connection refused, nothing is listening there';
	if (code === 'ENOTFOUND') return 'the host name could not be resolved';
	if (code.startsWith('EAI_'))
		return 'the host name could not be resolved, because no name server answered';
	if (/CERT|^UNABLE_TO|HOSTNAME/.test(code))
		return "no secure connection: the certificate of the host could not be verified; if it is your own, turn on 'Ignore SSL Issues' in the credential";
	if (/^(ERR_TLS|EPROTO|ERR_SSL)/.test(code))
		return 'no secure connection could be made, check address and port';
	if (/^(ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/.test(code))
		return 'there is no route to the host';
	return 'no connection could be made';
}
