import type { RpcReply } from '../jsonRpc/rpcClient';
import { Comparison, type Rejections } from './ownRejections';

/** Less than this share of the endpoints of a host are a few. */
const FEW = 1 / 4;

/**
 * What the calls of a poll show about a host to whose endpoints they were sent. An endpoint that was rejected when others
 * got through, and was not answered since, is suspected to have a limit of its own: it says little about the host.
 */
export class HostOfPoll {
	/** Whether one of its endpoints did not reject a call, and whether one answered it. */
	isAdmitting = false;
	isAnswering = false;

	/** The last rejection. */
	rejection?: Extract<RpcReply['answer'], { kind: 'rateLimited' }>;

	readonly comparison = new Comparison();

	/** How many of its endpoints are not suspected, how many of these were called, and how many reacted to that. */
	private unsuspected = 0;
	private called = 0;
	private asked = 0;

	/** Whether a suspected one got through. */
	private isSuspectedAdmitted = false;

	/** Calls that have not ended, and what waits for their end. */
	private underWay = 0;
	private readonly waiting: Array<() => void> = [];

	/** Whether it rejects everything, and not only suspected endpoints. */
	get isClosed(): boolean {
		return !this.isAdmitting && (this.asked > 0 || this.unsuspected === 0);
	}

	/** Whether all suspected endpoints were rejected again, and there was hardly any time left to call others. */
	get isTakenUp(): boolean {
		return !this.isSuspectedAdmitted && this.called < FEW * this.unsuspected;
	}

	/** Adds what came of the calls to an endpoint. */
	add(endpoint: Rejections, isAsked: boolean): void {
		this.comparison.add(endpoint);
		const { inPoll, chance = 0 } = endpoint;
		if (chance < 0) {
			this.isSuspectedAdmitted ||= inPoll.sent > inPoll.rejected;
			return;
		}
		this.unsuspected += 1;
		if (inPoll.sent > 0) this.called += 1;
		if (isAsked) this.asked += 1;
	}

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
