import type { IPollFunctions } from 'n8n-workflow';

/** n8n hands out this budget where its durable scheduler is not at work. Milliseconds. */
const UNLIMITED_BUDGET_MS = 300_000;

/** Whose poll it is. */
export interface PollKind {
	/** n8n's durable scheduler made it: its context is new each time, and nothing belongs to an activation. */
	isScheduled: boolean;
	/** The first poll of an activation. */
	isActivation: boolean;
	/** n8n has just started, or taken over, and activates what was active. */
	isStart: boolean;
	/** Milliseconds that n8n waits for it; `Infinity` where it does not say. */
	budgetMs: number;
}

/** @param isFirst whether this context has not polled before */
export function pollKindOf(n8n: IPollFunctions, isFirst: boolean): PollKind {
	// Absent before n8n 2.40.
	const { getPollBudgetMs } = n8n as Partial<IPollFunctions>;
	const budgetMs = getPollBudgetMs?.() ?? UNLIMITED_BUDGET_MS;
	// The durable scheduler's is more where its time limits were set high.
	const isScheduled = budgetMs !== UNLIMITED_BUDGET_MS;
	const isStart = ['init', 'leadershipChange'].includes(n8n.getActivationMode());
	return {
		isScheduled,
		isActivation: isFirst && !isScheduled,
		isStart: isFirst && isStart,
		budgetMs: isScheduled ? budgetMs : Infinity,
	};
}
