import { valueExcerpt } from '../../../shared/text/excerpt';
import { Problem } from '../../../shared/text/problem';
import { choices, field } from '../../../shared/values/field';

/** The part of a request that a rule looks at. It cannot be changed once the rule exists. */
export const RULE_TYPES = choices({
	ip: ['IP Address', 'Admit requests from one IPv4 or IPv6 address'],
	origin: [
		'Origin',
		'Admit requests of web pages on a host, which browsers name in the header Origin',
	],
});

export type RuleType = (typeof RULE_TYPES)[number]['value'];

/** @throws Problem when there is no such type */
export function checkRuleType(type: string): RuleType {
	const known = RULE_TYPES.find(({ value }) => value === type);
	if (known !== undefined) return known.value;
	throw new Problem(`'${valueExcerpt(type)}' is not a type of access rule`, {
		hint: "Choose 'ip' for an address or 'origin' for a host",
	});
}

/** Whether a rule is in force. */
export const RULE_STATES = choices({
	activated: ['Activated', 'In force within about 10 seconds: other callers get status 403'],
	deactivated: ['Deactivated', 'Kept, but without effect'],
});

/** The field that holds the address or host of a rule. */
export const valueField = field('string', 'Value', 'value', {
	placeholder: 'e.g. 203.0.113.10 or *.example.com',
	description:
		'For an IP address, one IPv4 or IPv6 address. For an origin, a host without scheme and path, *.example.com for a host with its subdomains, or * for any.',
});
