import type { IExecuteFunctions } from 'n8n-workflow';

import type { OutputRecord } from './outputItems';

/** The outcome of an item whose request had, or may have had, an effect. */
export type JournalEntry =
	| { created: OutputRecord[] }
	| { mayExist: { message: string; hint?: string } };

/** See {@link openJournal}. */
export interface CreateJournal {
	/** @returns what an earlier try did for this item, if it did anything */
	of(itemIndex: number): JournalEntry | undefined;
	/** Notes an item as soon as its outcome is known, before the next one is sent. */
	note(itemIndex: number, entry: JournalEntry): void;
	/** Forgets the run: it succeeded, so nothing will be repeated. */
	clear(): void;
}

/**
 * Remembers, within one execution, what operations that create have done.
 *
 * With *Retry On Fail* the engine runs the whole node again after a failure. The node's context survives
 * these tries, so the second try finds here which items were already created and sends only the others.
 * Only masked values may be written: the context is part of the saved execution data.
 * @param n8n the execution; loops run the node several times, each run has its own entries
 */
export function openJournal(
	n8n: Pick<IExecuteFunctions, 'getContext' | 'getWorkflowDataProxy'>,
): CreateJournal {
	const context = n8n.getContext('node') as Record<string, Record<number, JournalEntry>>;
	const key = `created:${String(n8n.getWorkflowDataProxy(0).$runIndex)}`;
	return {
		of: (itemIndex) => context[key]?.[itemIndex],
		note: (itemIndex, entry) => void (context[key] = { ...context[key], [itemIndex]: entry }),
		clear: () => void delete context[key],
	};
}
