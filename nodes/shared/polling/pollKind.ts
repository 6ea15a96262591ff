/** The cause of a poll, and what ends it. */
export interface PollKind {
	/** n8n's durable scheduler started it: its context is new each time, and nothing belongs to an activation. */
	isScheduled: boolean;
	/** The first poll of an activation. */
	isActivation: boolean;
	/** n8n has just started, or taken over, and activates what was active. */
	isStart: boolean;
	/** Milliseconds that n8n waits for it; `Infinity` where n8n gives no limit. */
	budgetMs: number;
	/** Fires when a newer poll has superseded it. */
	cancel: AbortSignal;
}
