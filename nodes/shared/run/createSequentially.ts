import type { IExecuteFunctions } from 'n8n-workflow';

import { hasExistedBefore } from '../managementApi/createOrUse';
import { withoutSecrets } from '../redact/withoutSecrets';
import { waitForAbort } from '../scheduler/clock';
import { Problem } from '../text/problem';
import type { ItemWork } from './itemWork';
import { listIds, type ItemOutcome, type OutputRecord } from './outputItems';
import type { Session } from './session';

/**
 * Creates item by item, with the journal that keeps a repetition from creating things twice, and stops at the first
 * failure unless failures become items. What follows the creations runs in parallel.
 */
export async function createSequentially(
	n8n: Execution,
	works: readonly ItemWork[],
	session: Session,
	itemFails: boolean,
): Promise<ItemOutcome[]> {
	const journal = openJournal(n8n);
	const outcomes: ItemOutcome[] = [];
	const pending: Array<Promise<void>> = [];
	const stop = new AbortController();
	const settle = (index: number, outcome: ItemOutcome): void => {
		outcomes[index] = outcome;
		if ('problem' in outcome && !itemFails) stop.abort();
	};
	for (const [index, work] of works.entries()) {
		const earlier = journal.of(index);
		const outcome =
			earlier === undefined ? await work.execute() : await rememberOutcome(earlier, work, session);
		noteOutcome(journal, index, outcome, session);
		if ('records' in outcome) {
			const receipts = outcome.records.map(({ json }) => work.receipt(json));
			for (const receipt of receipts) if (receipt !== undefined) session.sent.add(receipt);
		}
		settle(index, outcome);
		if ('records' in outcome) {
			const { records } = outcome;
			pending.push(
				work.afterCreate(records).then((after) => settle(index, nameCreated(after, records))),
			);
		}
		if (stop.signal.aborted) break;
	}
	await Promise.race([Promise.all(pending), waitForAbort(stop.signal)]);
	if (stop.signal.aborted) session.end();
	else journal.clear();
	return outcomes;
}

/** Records what must not be done again. Masked, because the journal is saved with the execution. */
function noteOutcome(
	journal: Journal,
	index: number,
	outcome: ItemOutcome,
	session: Session,
): void {
	if ('records' in outcome) {
		journal.note(index, {
			created: outcome.records.map(({ json }) => ({ json: withoutSecrets(json) })),
		});
		const made = outcome.records.filter(({ json }) => !hasExistedBefore(json));
		for (const id of listIds(made)) session.createdIds.add(id);
		return;
	}
	const { problem, mask } = outcome;
	if (problem.effect === 'none') return;
	const hint = problem.hint && mask.text(problem.hint);
	journal.note(index, { mayExist: { message: mask.text(problem.message), hint } });
}

/** A failure after the creation must not be taken as a reason to create it again. */
function nameCreated(after: ItemOutcome, created: readonly OutputRecord[]): ItemOutcome {
	if (!('problem' in after) || after.problem.effect === 'created') return after;
	const ids = listIds(created.filter(({ json }) => !hasExistedBefore(json)));
	if (ids.length === 0) return after;
	const { hint } = after.problem;
	const said = `${ids.join(', ')} was created: do not create it again`;
	return { ...after, problem: after.problem.with({ hint: hint ? `${said}. ${hint}` : said }) };
}

async function rememberOutcome(
	entry: JournalEntry,
	work: ItemWork,
	session: Session,
): Promise<ItemOutcome> {
	if ('created' in entry) return { records: entry.created };
	const { message, hint } = entry.mayExist;
	// It stays unclear and is not sent again.
	const problem = new Problem(message, { hint, effect: 'unclear' });
	return (await work.findCreated()) ?? { problem, mask: session.ownKeys };
}

/** The outcome of an item whose request had, or may have had, an effect. */
export type JournalEntry =
	| { created: OutputRecord[] }
	| { mayExist: { message: string; hint?: string } };

type Execution = Pick<IExecuteFunctions, 'getContext' | 'getWorkflowDataProxy'>;

type Journal = ReturnType<typeof openJournal>;

/**
 * Remembers, within one execution, what operations that create have done.
 *
 * With *Retry On Fail* the engine runs the whole node again after a failure. The node's context survives
 * these tries, so the second try finds here which items were already created and sends only the others.
 * Only masked values may be written: the context is part of the saved execution data.
 * @param n8n the execution; loops run the node several times, each run has its own entries
 */
export function openJournal(n8n: Execution) {
	const context = n8n.getContext('node') as Record<string, Record<number, JournalEntry>>;
	const key = `created:${String(n8n.getWorkflowDataProxy(0).$runIndex)}`;
	return {
		/** @returns what an earlier try did for an item, if it did anything */
		of: (index: number): JournalEntry | undefined => context[key]?.[index],
		/** Notes an item as soon as its outcome is known, before the next one is sent. */
		note: (index: number, entry: JournalEntry): void => {
			context[key] = { ...context[key], [index]: entry };
		},
		/** Forgets the run: it succeeded, so nothing will be repeated. */
		clear: (): void => void delete context[key],
	};
}
