import { answer, type Reply } from './answers.mts';

/** What happens to requests beyond those that a host processes at once. */
export const EXCESSES = ['429', '503', 'reset', 'refused', 'wait'] as const;

/** How they are met. */
export type Excess = (typeof EXCESSES)[number];

/** @returns the answer to a request that is one too many */
export function beyondConcurrency(excess: Exclude<Excess, 'wait'>): Reply {
	return excess === 'reset' || excess === 'refused' ? { kind: excess } : answer(Number(excess), '');
}

/** The places of a proxy in front of a host: requests wait for one in order, unless their sender has left. */
export class Places {
	private taken = 0;

	private readonly waiting: Array<() => void> = [];

	constructor(private readonly most: number) {}

	/** Waits for a place. */
	async take(): Promise<void> {
		if (this.taken < this.most) {
			this.taken += 1;
			return;
		}
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
		});
	}

	/** Gives a place back. */
	free(): void {
		const next = this.waiting.shift();
		if (next === undefined) this.taken -= 1;
		else next();
	}
}
