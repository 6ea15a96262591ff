import { describeDuration } from '../text/duration';

/** States as they follow `is`, where the state itself is not the word for it. */
const WORDS: Readonly<Record<string, string>> = {
	error: 'up, but not healthy',
	failed: 'marked as failed',
	invalidResponse: 'returning invalid responses',
	notCompared: 'not compared with others',
	notRunning: 'not running',
	rateLimited: 'rejecting calls because of a rate limit',
	rpcError: 'failing to answer calls',
	unauthorized: 'rejecting the key',
	unmonitored: 'no longer monitored',
	wrongChain: 'on the wrong chain',
};

/** States that need a reason; that of others, such as a status of the platform, only repeats them. */
const NEEDS_REASON: ReadonlySet<string> = new Set([
	'flapping',
	'invalidResponse',
	'lagging',
	'notCompared',
	'rateLimited',
	'rpcError',
	'syncing',
	'unauthorized',
	'unreachable',
	'wrongChain',
]);

/** A sentence about the state of an object. */
export interface StateSentence {
	name: string;
	/** What people call its chain. */
	chain?: string;
	state: string;
	/** Why it is in that state; empty or absent where there is nothing to explain. */
	reason?: string;
	/** Whether it was in this state before the last one, or has been in it for some time. */
	adverb?: 'again' | 'still';
	/** How long it was in the state before, or has been in this one. Milliseconds. */
	afterMs?: number;
}

/** @returns a state as it follows `is`, such as `not running` */
export function nameState(state: string): string {
	const ownWords = state.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
	return WORDS[state] ?? ownWords.toLowerCase();
}

/**
 * Says in a sentence that can be sent as it is in which state an object is, such as
 * `eth-archive-1 (Ethereum Mainnet) is syncing: it is 154 blocks behind`.
 */
export function describeState(sentence: StateSentence): string {
	const { name, chain, state, reason = '', adverb, afterMs } = sentence;
	const subject = chain === undefined ? name : `${name} (${chain})`;
	const verb = state === 'deleted' ? 'was' : 'is';
	const words = nameState(state);
	const predicate = adverb === 'still' ? `${verb} still ${words}` : `${verb} ${words}`;
	const again = adverb === 'again' ? ' again' : '';
	const after = afterMs === undefined ? '' : ` after ${describeDuration(afterMs)}`;
	const why = reason !== '' && NEEDS_REASON.has(state) ? `: ${reason}` : '';
	return `${subject} ${predicate}${again}${after}${why}`;
}
