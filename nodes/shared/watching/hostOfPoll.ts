import type { RpcReply } from '../jsonRpc/rpcClient';
import { Comparison, type Rejections } from './ownRejections';

/** What the calls of a poll show about a host to whose endpoints they were sent. */
export class HostOfPoll {
	/** Whether one of its endpoints did not reject a call, and whether one answered it. */
	isAdmitting = false;
	isAnswering = false;

	/** The last rejection. */
	rejection?: Extract<RpcReply['answer'], { kind: 'rateLimited' }>;

	readonly comparison = new Comparison();

	/** Whether it has endpoints that were not rejected before, and whether one of these was asked. */
	private hasUnsuspected = false;
	private isUnsuspectedAsked = false;

	/**
	 * Whether it rejects everything, as those of its endpoints show that were not rejected before. That others are still
	 * rejected may be by reasons of their own.
	 */
	get isClosed(): boolean {
		return !this.isAdmitting && (this.isUnsuspectedAsked || !this.hasUnsuspected);
	}

	/** Adds what came of the calls to an endpoint. */
	add(endpoint: Rejections, isAsked: boolean): void {
		this.comparison.add(endpoint);
		if (endpoint.chance !== undefined && endpoint.chance < 0) return;
		this.hasUnsuspected = true;
		this.isUnsuspectedAsked ||= isAsked;
	}

	/** Calls that have not ended. */
	private underWay = 0;
	private readonly waiting: Array<() => void> = [];

	/** Notes that a call is made. */
	began(): void {
		this.underWay += 1;
	}

	/** Notes that one has ended. */
	ended(): void {
		this.underWay -= 1;
		if (this.underWay > 0) return;
		for (const go of this.waiting.splice(0)) go();
	}

	/** @returns when no call is under way: the end of a poll ends all of them */
	async whenAllEnded(): Promise<void> {
		if (this.underWay === 0) return;
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
		});
	}

	/** Notes the answer to a call that was sent. */
	note(answer: RpcReply['answer']): void {
		const { kind } = answer;
		if (kind === 'rateLimited') this.rejection = answer;
		else if (kind !== 'cancelled') {
			this.isAdmitting = true;
			this.isAnswering ||= kind !== 'unreachable';
		}
	}
}
