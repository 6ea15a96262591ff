import { valueExcerpt } from '../../../shared/text/excerpt';
import { Problem } from '../../../shared/text/problem';

/** Longest value that the service accepts (platform documentation, create node access rule), in characters. */
const LONGEST_VALUE = 65;

/** A label of a host name. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;

/** The values that rules of each type have. */
const FORMS = {
	ip: {
		fits: (text: string): boolean => isIpv4(text) || isIpv6(text),
		noun: 'an IP address',
		hint: 'For an IP address, write one IPv4 or IPv6 address, such as 203.0.113.10 or 2001:db8::1; a rule holds no range',
	},
	origin: {
		fits: isOrigin,
		noun: 'a host',
		hint: 'For an origin, write a host without scheme, port and path, such as app.example.com; *.example.com for a host with its subdomains; or * for any',
	},
};

/**
 * Checks the value of a rule before it is sent.
 *
 * @param type what the rule compares; where it is not known, a value of either type is accepted
 * @returns the value
 * @throws Problem that says what is wrong with it, or that there is no such type
 */
export function checkRuleValue(value: string, type?: string): string {
	const forms = Object.entries(FORMS).filter(([name]) => type === undefined || name === type);
	if (forms.length === 0)
		throw new Problem(`'${valueExcerpt(String(type))}' is not a type of access rule`, {
			hint: "Choose 'ip' for an address or 'origin' for a host",
		});
	const hint = forms.map(([, form]) => form.hint).join('. ');
	if (value === '') throw new Problem("'Value' is empty, so nothing was sent", { hint });
	// Not repeated in the message, because half of a key would not be recognized and masked.
	if (value.length > LONGEST_VALUE)
		throw new Problem(`'Value' has ${value.length} characters, but at most ${LONGEST_VALUE} fit`, {
			hint: 'Create one rule for each address or host',
		});
	if (forms.some(([, { fits }]) => fits(value))) return value;
	const nouns = forms.map(([, { noun }]) => noun).join(' or ');
	// A whole address may contain a key.
	const shown = value.includes('//') ? '' : `: '${value}'`;
	throw new Problem(`'Value' is not ${nouns}${shown}`, { hint });
}

/** @returns whether two values of a type mean the same caller, however they are written */
export function isSameValue(one: string, other: string): boolean {
	return normalizeRuleValue(one) === normalizeRuleValue(other);
}

function normalizeRuleValue(value: string): string {
	const text = value.trim().toLowerCase();
	return (isIpv6(text) && parseHost(`[${text}]`)) || text;
}

function isOrigin(text: string): boolean {
	const host = text.replace(/^\*\./, '').toLowerCase();
	return text === '*' || (host.split('.').every((label) => LABEL.test(label)) && isHost(host));
}

function isIpv4(text: string): boolean {
	return /^[\d.]+$/.test(text) && isHost(text);
}

function isIpv6(text: string): boolean {
	return /^[\da-f.]*:[\da-f:.]*$/i.test(text) && parseHost(`[${text}]`) !== undefined;
}

/** What ends in a number is an address of four numbers, which URLs also know in other forms. */
function isHost(text: string): boolean {
	return parseHost(text) === text;
}

/** @returns a host as URLs write it, `undefined` where it is none */
function parseHost(text: string): string | undefined {
	return URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : undefined;
}
