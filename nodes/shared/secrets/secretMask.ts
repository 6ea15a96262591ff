/** What stands where a secret stood. */
export const MASK = '***';

/** Shorter values are no secrets anyone uses, and masking them would riddle ordinary text with holes. */
const SHORTEST_SECRET = 4;

/**
 * Replaces known secrets in texts and in JSON-like values, in every spelling in which they can come
 * back: raw, percent-encoded (both hex cases), JSON-escaped and base64 (as in a Basic header).
 */
export class SecretMask {
	private readonly secrets: ReadonlySet<string>;

	/** The secrets, and their spellings that are not made of their characters one by one. */
	private readonly literals: readonly string[];

	private pattern?: RegExp;

	/** @param secrets values to hide; empty ones and ones of fewer than four characters are ignored */
	constructor(...secrets: Array<string | undefined>) {
		this.secrets = new Set(
			secrets.filter(
				(secret): secret is string => secret !== undefined && secret.length >= SHORTEST_SECRET,
			),
		);
		this.literals = [...this.secrets].flatMap((secret) => [secret, ...spellingsOf(secret)]);
	}

	/** @returns the text with every spelling of every known secret replaced by `***` */
	text(value: string): string {
		if (!this.mayHold(value)) return value;
		this.pattern ??= anyOf(this.secrets);
		return value.replace(this.pattern, MASK);
	}

	/**
	 * Masks all strings, and the keys, of a JSON-like value.
	 * @returns the same object where nothing had to be masked (most results), otherwise a copy
	 */
	deep<T>(value: T): T {
		// Nearly always there is nothing to mask, and one look at the whole is the fastest way to know.
		return this.mayHold(JSON.stringify(value) ?? '') ? (this.masked(value) as T) : value;
	}

	/**
	 * The pattern that finds every spelling costs more to make than an item of a fleet, each of which has a
	 * secret of its own; without a percent sign or one of these spellings there is nothing for it to find.
	 */
	private mayHold(text: string): boolean {
		if (this.secrets.size === 0) return false;
		return (
			text.includes('%') ||
			this.literals.some((literal) => literal.includes(' ') || text.includes(literal))
		);
	}

	private masked(value: unknown): unknown {
		if (typeof value === 'string') return this.text(value);
		if (Array.isArray(value)) {
			const copy = value.map((entry) => this.masked(entry));
			return copy.some((entry, index) => entry !== value[index]) ? copy : value;
		}
		if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
		let changed = false;
		const entries = Object.entries(value).map(([key, entry]) => {
			const maskedKey = this.text(key);
			const maskedEntry = this.masked(entry);
			changed ||= maskedKey !== key || maskedEntry !== entry;
			return [maskedKey, maskedEntry] as const;
		});
		return changed ? Object.fromEntries(entries) : value;
	}
}

/** Longest first: a key that contains another one must not leave its tail behind. */
function anyOf(secrets: ReadonlySet<string>): RegExp {
	const spellings = [...new Set([...secrets].flatMap(spellingsOf))];
	const patterns = [
		...[...secrets].map((secret) => ({ length: secret.length, pattern: anyEncoding(secret) })),
		...spellings.map((spelling) => ({ length: spelling.length, pattern: literally(spelling) })),
	];
	return new RegExp(
		patterns
			.sort((a, b) => b.length - a.length)
			.map(({ pattern }) => pattern)
			.join('|'),
		'g',
	);
}

function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

/** The spellings that are not made of the secret's characters one by one. */
function spellingsOf(secret: string): string[] {
	return [
		encodeURIComponent(encodeURIComponent(secret)),
		JSON.stringify(secret).slice(1, -1),
		Buffer.from(secret).toString('base64').replace(/=+$/, ''),
	];
}

/** Matches a secret in which any of its characters may be percent-encoded, in either case. */
function anyEncoding(secret: string): string {
	return [...secret].map(characterOrCode).join('');
}

function characterOrCode(character: string): string {
	const bytes = [...Buffer.from(character)];
	const code = bytes.map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('');
	// Encoded first: a percent sign begins its own code.
	const alternatives = [code, literally(character), ...(character === ' ' ? ['\\+'] : [])];
	return `(?:${alternatives.join('|')})`;
}

function anyCase(hex: string): string {
	return [...hex]
		.map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
		.join('');
}

function literally(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
