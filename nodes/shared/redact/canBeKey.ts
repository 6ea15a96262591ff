/** Shorter texts of letters and digits are versions and numbered names, such as `v0_8` or `node1`. */
const SHORTEST_MIXED = 6;

/** Shorter numbers are ports, chain ids and years. */
const SHORTEST_NUMBER = 8;

/** Words of this many letters are not ordinary ones. */
const LONGEST_WORD = 15;

/** Ids of the platform, such as `ND-123-456-789`, are shown on purpose. */
const PLATFORM_ID = /^[a-z]{2,3}(-\d+)+$/i;

/**
 * Distinguishes keys from the other parts of an address, such as `endpoints`, `starknet` or `ethereum-mainnet`, which
 * occur in ordinary texts and names of fields.
 * @param text a segment of a path, or a value of a query
 * @returns whether it is long or mixed enough to be a key
 */
export function canBeKey(text: string): boolean {
	if (PLATFORM_ID.test(text)) return false;
	if (/^\d+$/.test(text)) return text.length >= SHORTEST_NUMBER;
	const parts = text.split(/[-_.]/);
	return !parts.every(isOrdinary) && text.length >= SHORTEST_MIXED;
}

/** A word, a short number or a version. */
function isOrdinary(part: string): boolean {
	const isWord = /^\p{Lu}?(\p{Ll}*|\p{Lu}*)$/u.test(part) && part.length <= LONGEST_WORD;
	return isWord || /^v?\d{1,4}$/i.test(part);
}

/** Shorter user names are taken for ordinary words. */
const SHORTEST_NAME = 8;

/**
 * Parts of a login that must not be shown. A user name is not secret where there is a password, and masking one such as
 * `ready` everywhere would make the output unreadable: it is hidden together with the password, and alone only if it is
 * not an ordinary word.
 */
export function findLoginSecrets(user: string, password: string): string[] {
	if (password === '') return [user];
	if (user === '') return [password];
	return [`${user}:${password}`, password, ...(isDistinctName(user) ? [user] : [])];
}

/** @returns whether a user name is unlikely to mean anything else */
export function isDistinctName(user: string): boolean {
	return user.length >= SHORTEST_NAME && !/^\p{L}+$/u.test(user);
}
