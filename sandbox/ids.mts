import { randomBytes } from 'node:crypto';
import { seededRandom } from './random.mts';

const firstWords = ['amber', 'brisk', 'calm', 'dapper', 'eager', 'fond', 'gentle', 'honest'];
const secondWords = ['badger', 'curlew', 'dunlin', 'egret', 'falcon', 'gannet', 'heron', 'ibis'];

/** Hands out identifiers that look like the platform's and never repeat. */
export class IdSource {
	readonly #given = new Set<string>();
	#random = seededRandom(20_240_601);

	/** `ND-481-207-993` for `next('ND')`: three groups of three digits. */
	next(prefix: 'NAR' | 'ND' | 'NW' | 'PR' | 'RG' | 'UR'): string {
		return this.#unused(() => [prefix, ...this.#groups(3, 3)].join('-'));
	}

	/** `PIN-4812-0799-3310` for `nextStorage('PIN')`: three groups of four digits. */
	nextStorage(prefix: 'PIN' | 'BUCK' | 'FOLD'): string {
		return this.#unused(() => [prefix, ...this.#groups(3, 4)].join('-'));
	}

	/** Marks an id as taken, for records that bring their own. */
	reserve(id: string): void {
		this.#given.add(id);
	}

	#unused(make: () => string): string {
		let id = make();
		while (this.#given.has(id)) id = make();
		this.#given.add(id);
		return id;
	}

	#groups(count: number, digits: number): string[] {
		const lowest = 10 ** (digits - 1);
		return Array.from({ length: count }, () =>
			String(lowest + Math.floor(this.#random() * 9 * lowest)),
		);
	}
}

/** What opens a node's endpoint: the key in the path, or user name and password as Basic auth. */
export interface NodeAuth {
	username: string;
	password: string;
	key: string;
}

/** Fresh access data for a new node: a 32-digit hex key and a readable user name. */
export function newNodeAuth(): NodeAuth {
	const bytes = randomBytes(2);
	return {
		username: `${firstWords[bytes[0] % 8]}-${secondWords[bytes[1] % 8]}`,
		password: (randomBytes(9).toString('hex').match(/.{3}/g) ?? []).join('-'),
		key: randomBytes(16).toString('hex'),
	};
}
