import type { IPollFunctions } from 'n8n-workflow';

/** n8n returns this budget when its durable scheduler is not in use. Milliseconds. */
const UNLIMITED_BUDGET_MS = 300_000;

/** What started a poll. */
export interface PollKind {
	/** n8n's durable scheduler started it: its context is new each time, and nothing belongs to an activation. */
	isScheduled: boolean;
	/** The first poll of an activation. */
	isActivation: boolean;
	/** n8n has just started, or taken over, and activates what was active. */
	isStart: boolean;
	/** Milliseconds that n8n waits for it; `Infinity` where n8n gives no limit. */
	budgetMs: number;
}

/** @param isFirst whether this context has not polled before */
export function pollKindOf(n8n: IPollFunctions, isFirst: boolean): PollKind {
	// Absent before n8n 2.40.
	const { getPollBudgetMs } = n8n as Partial<IPollFunctions>;
	const budgetMs = getPollBudgetMs?.() ?? UNLIMITED_BUDGET_MS;
	// The durable scheduler's budget is larger where its time limits were set high.
	const isScheduled = budgetMs !== UNLIMITED_BUDGET_MS;
	const isStart = ['init', 'leadershipChange'].includes(n8n.getActivationMode());
	return {
		isScheduled,
		isActivation: isFirst && !isScheduled,
		isStart: isFirst && isStart,
		budgetMs: isScheduled ? budgetMs : Infinity,
	};
}
