/** Shorter user names are taken for ordinary words. */
const SHORTEST_NAME = 8;

/**
 * Parts of a login that must not be shown. A user name is not secret where there is a password, and masking one such as
 * `ready` everywhere would make the output unreadable: it is hidden together with the password, and alone only if it is
 * not an ordinary word.
 */
export function loginSecrets(user: string, password: string): string[] {
	if (password === '') return [user];
	if (user === '') return [password];
	return [`${user}:${password}`, password, ...(isDistinctName(user) ? [user] : [])];
}

/** @returns whether a user name is unlikely to mean anything else */
export function isDistinctName(user: string): boolean {
	return user.length >= SHORTEST_NAME && !/^\p{L}+$/u.test(user);
}
