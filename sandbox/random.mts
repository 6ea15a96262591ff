import { randomBytes } from 'node:crypto';

/**
 * A repeatable source of numbers in [0, 1): the same seed gives the same sequence (mulberry32), so
 * that a test with random faults can be run again exactly as it was.
 */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Hands out identifiers that look like the platform's and never repeat. */
export class IdSource {
	readonly #given = new Set<string>();
	readonly #random = seededRandom(20_240_601);

	/** `ND-481-207-993` for `next('ND')`, and with longer groups `PIN-4812-7993-3310`. */
	next(prefix: 'NAR' | 'ND' | 'NW' | 'PIN' | 'PR'): string {
		const lowest = prefix === 'PIN' ? 1000 : 100;
		const groups = [1, 2, 3].map(() => lowest + Math.floor(this.#random() * 9 * lowest));
		const id = [prefix, ...groups].join('-');
		if (this.#given.has(id)) return this.next(prefix);
		this.#given.add(id);
		return id;
	}
}

/** The secret that opens a node's endpoint: the key in the path, or user name and password as Basic auth. */
export interface NodeAuth {
	username: string;
	password: string;
	key: string;
}

const firstWords = ['amber', 'brisk', 'calm', 'dapper', 'eager', 'fond', 'gentle', 'honest'];
const secondWords = ['badger', 'curlew', 'dunlin', 'egret', 'falcon', 'gannet', 'heron', 'ibis'];

/** Fresh access data for a new node: a 32-digit hex key and a readable user name. */
export function newNodeAuth(): NodeAuth {
	const bytes = randomBytes(2);
	return {
		username: `${firstWords[bytes[0] % 8]}-${secondWords[bytes[1] % 8]}`,
		password: (randomBytes(9).toString('hex').match(/.{3}/g) ?? []).join('-'),
		key: randomBytes(16).toString('hex'),
	};
}
