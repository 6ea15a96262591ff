import { canBeKey, isDistinctName } from '../../nodes/shared/redact/canBeKey';
import { findHostKeys } from '../../nodes/shared/redact/hostKeys';
import { MASK, SecretMask } from '../../nodes/shared/redact/secretMask';

/** Fields of answers that hold access data, and addresses that may. */
const SECRET_FIELD = /^auth_/;
const ADDRESS_FIELD = /_endpoint$/;

/** Everything that may never be shown: keys that were given, and those in answers. */
export class Secrets {
	readonly #known = new Set<string>();
	#mask = new SecretMask();

	/** Learns secrets. */
	add(...secrets: string[]): void {
		const news = secrets.filter((secret) => secret !== '' && !this.#known.has(secret));
		if (news.length === 0) return;
		for (const secret of news) this.#known.add(secret);
		this.#mask = new SecretMask(...this.#known);
	}

	/** Learns the access data that an answer of the platform holds, at any depth. */
	learn(answer: unknown): void {
		if (typeof answer !== 'object' || answer === null) return;
		for (const [field, value] of Object.entries(answer)) {
			if (typeof value !== 'string') this.learn(value);
			else if (ADDRESS_FIELD.test(field)) this.add(...keysOf(value));
			// A user name may be an ordinary word.
			else if (field === 'auth_username' && !isDistinctName(value)) continue;
			else if (SECRET_FIELD.test(field)) this.add(value);
		}
	}

	/** A text without any of them, and without addresses of people. */
	hide(text: string): string {
		return this.#mask.text(text).replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, MASK);
	}

	/** A JSON value without any of them. */
	hideIn<T>(value: T): T {
		return this.#mask.deep(value);
	}
}

function keysOf(address: string): string[] {
	if (!URL.canParse(address)) return [address];
	const { pathname, hostname, username, password } = new URL(address);
	const inPath = pathname.split('/').filter(canBeKey);
	return [...inPath, ...findHostKeys(hostname), username, password].filter((key) => key !== '');
}
