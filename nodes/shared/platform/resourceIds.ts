import { Problem } from '../pure/problem';

/**
 * Type prefixes of the platform's identifiers: those of the specification (section 2), and those of
 * deployment options (platform documentation).
 */
export const ID_PREFIXES = {
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

/**
 * Checks an identifier and returns it clean.
 *
 * @param value an id such as `ND-123-456-789`, or an address of the console that contains one
 * @param resource what the id has to identify
 * @returns the id, safe to be put into a path
 * @throws Problem when it is empty, of another kind, or holds characters no id has
 */
export function checkedId(value: unknown, resource: IdentifiedResource): string {
	const prefix = ID_PREFIXES[resource];
	const example = `${prefix}-123-456-789`;
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new Problem(`The ${resource} ID is empty`, {
			hint: `Choose a ${resource} from the list or give its ID, such as ${example}`,
		});
	}
	const isAddress = /^(https?:\/\/|[\w-]+(\.[\w-]+)+\/)/i.test(text);
	const id = isAddress ? idInAddress(text, prefix) : text;
	if (id !== undefined && new RegExp(`^${prefix}(-\\d+)+$`).test(id)) return id;
	const other = Object.entries(ID_PREFIXES).find(([, known]) => text.startsWith(`${known}-`));
	const found =
		other && other[0] !== resource
			? `'${text}' is the ID of ${withArticle(other[0])}, not of ${withArticle(resource)}`
			: `'${text}' is not a ${resource} ID`;
	throw new Problem(found, {
		hint: `A ${resource} ID starts with ${prefix}- followed by groups of digits, such as ${example}`,
	});
}

function withArticle(resource: string): string {
	return `${/^[aeiou]/.test(resource) ? 'an' : 'a'} ${resource}`;
}

function idInAddress(address: string, prefix: string): string | undefined {
	return new RegExp(`\\b${prefix}(-\\d+)+(?![\\w-])`, 'i').exec(address)?.[0].toUpperCase();
}
