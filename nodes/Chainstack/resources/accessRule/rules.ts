import type { IDataObject } from 'n8n-workflow';

import { locator } from '../../../shared/fields/locator';
import { askForRules } from '../../../shared/managementApi/accessRules';
import type { OperationContext } from '../../../shared/run/operationContext';
import { valueExcerpt } from '../../../shared/text/excerpt';
import { Problem } from '../../../shared/text/problem';
import { choices, field } from '../../../shared/values/field';

/** The field that chooses an access rule of the node chosen next to it. */
export const ruleLocator = locator({
	name: 'ruleId',
	displayName: 'Access Rule',
	description: 'The access rule to work with; the list contains those of the node',
	resource: 'access rule',
	search: 'searchAccessRules',
	dependsOn: 'nodeId.value',
});

/** The part of a request that a rule looks at. It cannot be changed once the rule exists. */
export const RULE_TYPES = choices({
	ip: ['IP Address', 'Admit requests from one IPv4 or IPv6 address'],
	origin: [
		'Origin',
		'Admit requests of web pages on a host, which browsers name in the header Origin',
	],
});

/** The field that holds the address or host of a rule. */
export const valueField = field('string', 'Value', 'value', {
	placeholder: 'e.g. 203.0.113.10 or *.example.com',
	description:
		'For an IP address, one IPv4 or IPv6 address. For an origin, a host without scheme and path, *.example.com for a host with its subdomains, or * for any.',
});

/** The field that puts a rule into force. */
export const statusField = field('options', 'Status', 'status', {
	options: choices({
		activated: ['Activated', 'In force within about 10 seconds: other callers get status 403'],
		deactivated: ['Deactivated', 'Kept, but without effect'],
	}),
	default: 'activated',
	description: 'Whether the rule is in force',
});

/** Consequences of an activated rule, by its type. */
const CONSEQUENCES: ReadonlyMap<unknown, string> = new Map([
	[
		'origin',
		'An origin rule is activated: within about 10 seconds the node answers status 403 to every caller that sends no Origin header, which are all servers, n8n and its checks of this node included.',
	],
	[
		'ip',
		'IP rules are in force at this node: within about 10 seconds only the addresses in them are admitted. The address that this n8n calls from must be among them, or its checks of this node get status 403.',
	],
]);

/** Consequence of a rule that is deactivated or deleted. */
export const REMOVED =
	'A rule that is not in force admits nobody: within about 10 seconds callers that only it admitted get status 403. Without any activated rule, everyone who has the key of the node is admitted.';

/** Changes a rule, and says what that does to those who call the node. @throws Problem */
export async function updateRule(
	nodeId: string,
	ruleId: string,
	changes: IDataObject,
	context: OperationContext,
): Promise<IDataObject> {
	const subject = `access rule ${ruleId}`;
	const rule = await askForRules(nodeId, (path) =>
		context.api.update(`${path}${ruleId}/`, subject, changes),
	);
	const isActivated = rule.status === 'activated';
	// A value that changes in a rule without effect changes nothing for anybody.
	if (changes.status === undefined && !isActivated) return rule;
	return addConsequence(rule, context);
}

/** Says what a rule does that is now in force, or not any more. */
export function addConsequence(rule: IDataObject, context: OperationContext): IDataObject {
	const consequence = rule.status === 'activated' ? CONSEQUENCES.get(rule.type) : REMOVED;
	return consequence === undefined ? rule : warn(rule, consequence, context);
}

/** Says what a change does to those who call the node: below the output, which agents do not see, and to them in it. */
export function warn(
	record: IDataObject,
	warning: string,
	{ hint, isTool }: OperationContext,
): IDataObject {
	hint(warning);
	return isTool ? { ...record, warning } : record;
}

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
 * @param type what the rule compares; where it is not known, a value of either type is accepted
 * @returns the value of a rule, checked
 * @throws Problem that says what is wrong with it, or that there is no such type
 */
export function checkRuleValue(value: string, type?: string): string {
	const forms = Object.entries(FORMS)
		.filter(([name]) => type === undefined || name === type)
		.map(([, form]) => form);
	if (forms.length === 0)
		throw new Problem(`'${valueExcerpt(String(type))}' is not a type of access rule`, {
			hint: "Choose 'ip' for an address or 'origin' for a host",
		});
	const hint = forms.map((form) => form.hint).join('. ');
	if (value === '') throw new Problem("'Value' is empty, so nothing was sent", { hint });
	// Not repeated in the message, because half of a key would not be recognized and masked.
	if (value.length > LONGEST_VALUE)
		throw new Problem(`'Value' has ${value.length} characters, but at most ${LONGEST_VALUE} fit`, {
			hint: 'Create one rule for each address or host',
		});
	if (forms.some(({ fits }) => fits(value))) return value;
	const nouns = forms.map(({ noun }) => noun).join(' or ');
	// A whole address may contain a key.
	const shown = value.includes('//') ? '' : `: '${value}'`;
	throw new Problem(`'Value' is not ${nouns}${shown}`, { hint });
}

/** @returns whether two values of a type mean the same caller, however they are written */
export function isSameValue(value: string, other: string): boolean {
	return normalizeValue(value) === normalizeValue(other);
}

function normalizeValue(value: string): string {
	const text = value.trim().toLowerCase();
	return isIpv6(text) ? (parseHost(`[${text}]`) ?? text) : text;
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

/** A host that ends in a number is an address of four numbers, which URLs also know in other forms. */
function isHost(text: string): boolean {
	return parseHost(text) === text;
}

/** @returns a host as URLs write it, `undefined` where it is none */
function parseHost(text: string): string | undefined {
	return URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : undefined;
}
