import type { RpcReply } from '../jsonRpc/rpcClient';

/** What the calls of a poll, and of those before, show about a host to whose endpoints they were sent. */
export class HostOfPoll {
	/** How many calls were sent lately, repetitions included, and how many of them were rejected. */
	sent = 0;
	rejected = 0;

	/** Whether one of its endpoints did not reject a call in this poll, and whether one answered it. */
	isAdmitting = false;
	isAnswering = false;

	/** The last rejection in this poll. */
	rejection?: Extract<RpcReply['answer'], { kind: 'rateLimited' }>;

	/** Notes a call of this poll that was sent and has ended. */
	note({ answer, attempts }: Pick<RpcReply, 'answer' | 'attempts'>): void {
		const { kind } = answer;
		this.sent += attempts;
		this.rejected += countRejections(answer, attempts);
		if (kind === 'rateLimited') this.rejection = answer;
		else if (kind !== 'cancelled') {
			this.isAdmitting = true;
			this.isAnswering ||= kind !== 'unreachable';
		}
	}

	/** Adds what is left of calls in earlier polls. */
	add({ sent = 0, rejected = 0 }: { sent?: number; rejected?: number }, share: number): void {
		this.sent += sent * share;
		this.rejected += rejected * share;
	}
}

/** @returns how often a call was rejected: each time, or each time but the last */
export function countRejections({ kind }: RpcReply['answer'], attempts: number): number {
	return kind === 'rateLimited' ? attempts : attempts - 1;
}
