import type { OperationContext } from '../run/operationContext';
import { Problem } from '../text/problem';
import { listEndpoints, type CallPlan, type Candidate, type Excluded } from './attempt';
import { assertOneChain } from './chains';
import { judgeHeads, readHeads, REREAD_MS, type Heads } from './heads';
import { isLatestOnly } from './latestOnly';
import {
	countNeeded,
	excludeBelow,
	fillBlocks,
	findTags,
	pinBlocks,
	type PinnedBlocks,
} from './pinnedBlock';

/** What is decided when a call is sent, not when its item began. */
export interface Stage {
	/** The plan with the block that all are asked about. */
	plan: CallPlan;
	/** The endpoints that take no part, and why. */
	excluded: Excluded;
	/** It is about another block than before, so that what was said before does not count. */
	isAnew: boolean;
}

/** Decides for each round of a call about which block it is, and which endpoints take part. */
export class Staging {
	/** Whether the newest blocks of the endpoints have to be known. */
	readonly needsHeads: boolean;

	private readonly tags: ReadonlySet<string>;

	private pinned?: PinnedBlocks;

	/** @throws Problem when endpoints are on different chains, or cannot agree on a block */
	constructor(
		private readonly candidates: readonly Candidate[],
		private readonly plan: CallPlan,
		private readonly context: OperationContext,
	) {
		if (plan.settings.expectedChainId === undefined) assertOneChain(candidates);
		this.tags = plan.strategy === 'agreement' ? this.findTagsToPin() : new Set();
		this.needsHeads = this.tags.size > 0 || Object.keys(plan.settings).length > 0;
	}

	/**
	 * @param since what endpoints said before this time of their newest blocks does not count, in monotonic milliseconds
	 * @returns the stage, or the Problem of too few that have a recent block, which may pass
	 * @throws Problem when endpoints are on different chains, and Cancelled
	 */
	async prepare(since: number): Promise<Stage | Problem> {
		const { candidates, plan, context, tags } = this;
		if (!this.needsHeads) return { plan, excluded: new Map(), isAnew: false };
		const isPinned = tags.size > 0;
		const isFinal = tags.has('safe') || tags.has('finalized');
		const settings = isFinal ? { ...plan.settings, finality: true } : plan.settings;
		const half = Math.ceil(candidates.length / 2);
		const needed = isPinned ? countNeeded(candidates, plan) : half;
		const heads = await readHeads(candidates, settings, { needed, since }, context);
		const excluded = judgeHeads(candidates, heads, {
			settings: plan.settings,
			isStrict: isPinned,
			hint: context.hint,
		});
		return isPinned ? await this.pin(heads, excluded) : { plan, excluded, isAnew: false };
	}

	/** A block stays for as long as its state is certainly kept: one that was not found may be known a moment later. */
	private async pin(heads: Heads, excluded: Excluded): Promise<Stage | Problem> {
		const { candidates, plan, context, tags } = this;
		const facts = { candidates, plan, heads, excluded };
		const before = this.pinned;
		let pinned = before;
		if (pinned === undefined || context.clock.now() - pinned.chosenAt > REREAD_MS) {
			const found = await pinBlocks(facts, tags, context);
			if (found instanceof Problem) return found;
			pinned = found;
		}
		this.pinned = pinned;
		const isAnew = [...tags].some((tag) => before?.numbers.get(tag) !== pinned.numbers.get(tag));
		excludeBelow(facts, pinned);
		return { plan: fillBlocks(plan, pinned), excluded, isAnew };
	}

	private findTagsToPin(): ReadonlySet<string> {
		const { candidates, plan, context } = this;
		const { method } = plan;
		const tags = findTags(plan);
		if (tags === undefined)
			context.hint(
				`${method} names no block, so the results of the endpoints are compared as they are: those of endpoints some blocks apart may differ.`,
			);
		if (tags?.has('pending'))
			throw new Problem("Endpoints cannot agree on the block 'pending': each has its own", {
				hint: 'Use latest, safe or finalized, or another strategy',
			});
		const found = tags ?? new Set();
		const chain = listEndpoints(candidates).find((each) => each.chain !== undefined)?.chain;
		if (found.size === 0 || !isLatestOnly(chain, method)) return found;
		context.hint(
			`Nodes of ${chain?.name} serve the state of their newest block alone, so it was read at 'latest' and compared as it is: endpoints some blocks apart may differ.`,
		);
		return new Set();
	}
}
