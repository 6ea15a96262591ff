import { Problem } from '../../../shared/text/problem';
import type { RuleType } from './ruleFields';

/** Longest value that the service accepts (platform documentation, create node access rule), in characters. */
const LONGEST_VALUE = 65;

/** A label of a host name. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;

/** A decimal byte as it is written in an IPv4 address. */
const BYTE = /^(0|[1-9]\d{0,2})$/;

const IP_HINT = 'Write one IPv4 or IPv6 address, such as 203.0.113.10 or 2001:db8::1';

const ORIGIN_HINT =
	'Write a host without scheme, port and path, such as app.example.com; *.example.com for a host with its subdomains; or * for any';

/**
 * Checks the value of a rule before it is sent.
 *
 * @param type what the rule compares; where it is not known, a value of either type is accepted
 * @returns the value without spaces around it
 * @throws Problem that says what is wrong with it
 */
export function checkRuleValue(value: string, type?: RuleType): string {
	const text = value.trim();
	if (text === '')
		throw new Problem("'Value' is empty, so nothing was sent", {
			hint: type === 'origin' ? ORIGIN_HINT : IP_HINT,
		});
	// Not repeated in the message, because half of a key would not be recognized and masked.
	if (text.length > LONGEST_VALUE)
		throw new Problem(`'Value' has ${text.length} characters, but at most ${LONGEST_VALUE} fit`, {
			hint: 'Create one rule for each address or host',
		});
	const fits = { ip: isIpAddress, origin: isOrigin };
	const types = type === undefined ? (['ip', 'origin'] as const) : [type];
	if (types.some((each) => fits[each](text))) return text;
	throw makeMisfitProblem(text, type);
}

/** @returns whether two values of a type mean the same caller, however they are written */
export function isSameValue(one: string, other: string): boolean {
	return normalizeRuleValue(one) === normalizeRuleValue(other);
}

function normalizeRuleValue(value: string): string {
	const text = value.trim().toLowerCase();
	return isIpv6(text) ? new URL(`http://[${text}]`).hostname : text;
}

function makeMisfitProblem(text: string, type: RuleType | undefined): Problem {
	const [before, after = ''] = text.split('/');
	if (type !== 'origin' && isIpAddress(before) && /^\d+$/.test(after))
		return new Problem(`'Value' is a range of addresses: '${text}'`, {
			hint: `A rule holds one address, so create one for each. ${IP_HINT}`,
		});
	if (type === 'ip')
		return new Problem(`'Value' is not an IP address: '${text}'`, { hint: IP_HINT });
	// Such an address may contain a key.
	if (URL.canParse(text) && text.includes('//'))
		return new Problem("'Value' must be a host alone, but it is a whole address", {
			hint: `Write ${new URL(text).hostname || 'its host'}`,
		});
	const expected = type === 'origin' ? 'a host' : 'an IP address or a host';
	return new Problem(`'Value' is not ${expected}: '${text}'`, { hint: ORIGIN_HINT });
}

function isOrigin(text: string): boolean {
	if (text === '*') return true;
	const labels = text.replace(/^\*\./, '').split('.');
	// Four numbers are an address, and no host ends in a number.
	const isNumeric = /^\d+$/.test(labels[labels.length - 1]);
	return isNumeric ? isIpv4(text) : labels.every((label) => LABEL.test(label));
}

function isIpAddress(text: string): boolean {
	return isIpv4(text) || isIpv6(text);
}

function isIpv4(text: string): boolean {
	const bytes = text.split('.');
	return bytes.length === 4 && bytes.every((byte) => BYTE.test(byte) && Number(byte) <= 255);
}

function isIpv6(text: string): boolean {
	return /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]`);
}
