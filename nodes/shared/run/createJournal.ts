import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { OutputRecord } from './outputItems';

/** The outcome of an item whose request had, or may have had, an effect. */
export type JournalEntry =
	| { created: OutputRecord[] }
	| { mayExist: { message: string; hint?: string } };

/**
 * Remembers, within one execution, what operations that create have done.
 *
 * With *Retry On Fail* the engine runs the whole node again after a failure. The node's context survives
 * these tries, so the second try finds here which items were already created and sends only the others.
 * Only masked values may be written: the context is part of the saved execution data.
 */
export class CreateJournal {
	private readonly context: IDataObject;

	private readonly key: string;

	/** @param context the execution; loops run the node several times, each run has its own entries */
	constructor(context: Pick<IExecuteFunctions, 'getContext' | 'getWorkflowDataProxy'>) {
		this.context = context.getContext('node') as IDataObject;
		this.key = `created:${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	}

	/** @returns what an earlier try did for this item, if it did anything */
	of(itemIndex: number): JournalEntry | undefined {
		return this.entries()[itemIndex] as JournalEntry | undefined;
	}

	/** Notes an item as soon as its outcome is known, before the next one is sent. */
	note(itemIndex: number, entry: JournalEntry): void {
		this.context[this.key] = { ...this.entries(), [itemIndex]: entry as unknown as IDataObject };
	}

	/** Forgets the run: it succeeded, so nothing will be repeated. */
	clear(): void {
		delete this.context[this.key];
	}

	private entries(): Record<number, unknown> {
		return (this.context[this.key] ?? {}) as Record<number, unknown>;
	}
}
