/** Shorter texts of letters and digits are versions and numbered names, such as `v0_8` or `node1`. */
const SHORTEST_MIXED = 6;

/** Ports, chain ids and years. */
const ORDINARY_NUMBER = /^\d{1,7}$/;

/** Words of this many letters are not ordinary ones. */
const LONGEST_WORD = 15;

/**
 * Distinguishes keys from the other parts of an address, such as `endpoints`, `starknet` or `ethereum-mainnet`, which
 * occur in ordinary texts and names of fields.
 * @param text a segment of a path, or a value of a query
 * @returns whether it is long or mixed enough to be a key
 */
export function canBeKey(text: string): boolean {
	if (text.length < SHORTEST_MIXED || ORDINARY_NUMBER.test(text)) return false;
	return !text.split(/[-_.]/).every(isOrdinary);
}

/** A word, a short number or a version. */
function isOrdinary(part: string): boolean {
	const isWord = /^\p{Lu}?(\p{Ll}*|\p{Lu}*)$/u.test(part) && part.length <= LONGEST_WORD;
	return isWord || /^v?\d{1,4}$/i.test(part);
}

/** Shorter user names are taken for ordinary words. */
const SHORTEST_NAME = 8;

/**
 * Parts of a login that must not be shown. A user name is not secret if there is a password, and masking a name such as
 * `ready` everywhere would make the output unreadable: it is hidden together with the password, and alone only if it is
 * not an ordinary word.
 */
export function findLoginSecrets(user: string, password: string): string[] {
	if (password === '') return [user];
	if (user === '') return [password];
	const together = [`${user}:${password}`, password];
	return isDistinctName(user) ? [...together, user] : together;
}

/** @returns whether a user name is unlikely to mean anything else */
export function isDistinctName(user: string): boolean {
	return user.length >= SHORTEST_NAME && !/^\p{L}+$/u.test(user);
}
