/** Shorter user names are words that stand for themselves in ordinary texts. */
const SHORTEST_NAME = 8;

/**
 * What must not be shown of a login. A user name is no secret where there is a password, and to mask one such as
 * `ready` would leave the output full of holes: it is hidden together with the password, and by itself only if it
 * is no ordinary word.
 */
export function loginSecrets(user: string, password: string): string[] {
	if (password === '') return [user];
	if (user === '') return [password];
	return [`${user}:${password}`, password, ...(isDistinctName(user) ? [user] : [])];
}

/** @returns whether a user name is unlikely to stand for anything else */
export function isDistinctName(user: string): boolean {
	return user.length >= SHORTEST_NAME && !/^\p{L}+$/u.test(user);
}
