import { valueExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';

/** Type prefixes of the platform's identifiers (platform documentation, API reference). */
export const ID_PREFIXES = {
	'access rule': 'NAR',
	blockchain: 'BC',
	cloud: 'CC',
	node: 'ND',
	network: 'NW',
	organization: 'RG',
	project: 'PR',
	user: 'UR',
} as const;

/** A kind of resource whose identifiers carry a type prefix. */
export type IdentifiedResource = keyof typeof ID_PREFIXES;

/** The maximum number of characters of an address of a page; longer texts are not searched for an ID. */
const LONGEST = 2048;

/**
 * Checks an identifier and returns it normalized.
 *
 * @param value an id such as `ND-123-456-789` in any spelling, or an address of the console that contains one
 * @param resource what the id has to identify
 * @param field display name of the field, where it is not that of the resource
 * @returns the id as the platform writes it, safe to be put into a path
 * @throws Problem when it is empty, of another kind, or has characters that no id contains
 */
export function checkId(
	value: unknown,
	resource: IdentifiedResource,
	field = capitalize(resource),
): string {
	const prefix = ID_PREFIXES[resource];
	const example = `${prefix}-123-456-789`;
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '')
		throw new Problem(`'${field}' is empty`, {
			hint: `Choose ${addArticle(resource)} from the list or enter its ID, such as ${example}`,
		});
	const id = (findIdInAddress(text, prefix) ?? text).toUpperCase();
	if (isId(id, prefix)) return id;
	const kind = addArticle(resource);
	const [other] = Object.entries(ID_PREFIXES).find(([, known]) => isId(id, known)) ?? [];
	const flaw =
		other === undefined ? `not ${kind} ID` : `the ID of ${addArticle(other)}, not of ${kind}`;
	throw new Problem(`'${valueExcerpt(text)}' is ${flaw}`, {
		hint: `${capitalize(kind)} ID starts with ${prefix}- followed by groups of digits, such as ${example}`,
	});
}

/** @returns the ID in the address of a page of the console, `undefined` where a text is no address or has none */
function findIdInAddress(text: string, prefix: string): string | undefined {
	const isAddress = text.length <= LONGEST && /^(https?:\/\/|[\w-]+(\.[\w-]+)+\/)/i.test(text);
	if (!isAddress) return undefined;
	return new RegExp(`\\b${prefix}(-\\d+)+(?![\\w-])`, 'i').exec(text)?.[0];
}

/** Identifiers have some ten digits in three groups; this leaves room. */
function isId(text: string, prefix: string): boolean {
	return new RegExp(`^${prefix}(-\\d{1,12}){1,8}$`).test(text);
}

function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @returns the name of a resource with its indefinite article */
export function addArticle(resource: string): string {
	return `${/^[aeiou]/.test(resource) ? 'an' : 'a'} ${resource}`;
}
