import { withoutSecrets } from '../redact/withoutSecrets';
import { waitForAbort } from '../scheduler/clock';
import { Problem } from '../text/problem';
import { runStep, showsSecrets, type ItemOutcome, type OutputRecord, type Run } from './runStep';

/** The records an item has created, or the report of a request that may have had an effect. */
type JournalEntry = { records: OutputRecord[] } | { message: string; hint?: string };

/**
 * Creates item by item, and stops at the first failure unless failures become items. The steps after a creation run
 * in parallel.
 *
 * With *Retry On Fail* the engine runs the whole node again after a failure. The node's context survives these tries,
 * so the second try finds in this journal which items were already created, and sends only the others. Loops run the
 * node several times; each run has its own entries.
 */
export async function createSequentially(run: Run): Promise<ItemOutcome[]> {
	const { n8n, items, itemFails, session } = run;
	const journals = n8n.getContext('node') as Record<string, Record<number, JournalEntry>>;
	const key = `created:${String(n8n.getWorkflowDataProxy(0).$runIndex)}`;
	const outcomes: ItemOutcome[] = [];
	const pending: Array<Promise<void>> = [];
	const stop = new AbortController();
	const settle = (index: number, outcome: ItemOutcome): void => {
		outcomes[index] = outcome;
		if ('problem' in outcome && !itemFails) stop.abort();
	};
	for (const index of items.keys()) {
		const earlier = journals[key]?.[index];
		const outcome = await (earlier === undefined
			? runStep(run, index)
			: recallOutcome(earlier, run, index));
		const entry = describeEffect(outcome);
		// Before the next one is sent.
		if (entry !== undefined) journals[key] = { ...journals[key], [index]: entry };
		settle(index, outcome);
		if ('records' in outcome) {
			for (const id of listNewIds(outcome.records)) session.createdIds.add(id);
			pending.push(completeItem(run, index, outcome.records).then((after) => settle(index, after)));
		}
		if (stop.signal.aborted) break;
	}
	await Promise.race([Promise.all(pending), waitForAbort(stop.signal)]);
	if (!stop.signal.aborted) delete journals[key];
	return outcomes;
}

/** @returns the effect that must not happen again; the journal is saved with the execution */
function describeEffect(outcome: ItemOutcome): JournalEntry | undefined {
	if ('records' in outcome)
		return { records: outcome.records.map(({ json }) => ({ json: withoutSecrets(json) })) };
	const { message, hint, effect } = outcome.problem;
	return effect === 'none' ? undefined : { message, hint };
}

/** @returns what an earlier try came to; where that is unclear, what it may have created is looked for */
async function recallOutcome(entry: JournalEntry, run: Run, index: number): Promise<ItemOutcome> {
	if ('records' in entry) return await recallRecords(entry.records, run, index);
	const found = await runStep(run, index, (...given) => run.operation.findCreated?.(...given));
	if ('records' in found && found.records.length > 0) return found;
	const { message, hint } = entry;
	// It stays unclear and is not sent again.
	return { problem: new Problem(message, { hint, effect: 'unclear' }) };
}

/** The journal holds no secrets, so a record is read again if the user wants to see them. */
async function recallRecords(
	records: OutputRecord[],
	run: Run,
	index: number,
): Promise<ItemOutcome> {
	const { operation, session, items } = run;
	const { readCreated } = operation;
	const { read, context } = items[index];
	if (readCreated === undefined || !showsSecrets(read, session)) return { records };
	const recalled = await runStep(run, index, (values) =>
		Promise.all(records.map(({ json }) => readCreated(json, values, context))),
	);
	if ('records' in recalled) return recalled;
	const ids = records.map(({ json }) => String(json.id)).join(', ');
	context.hint(
		`An earlier try created ${ids}. It could not be read again, so its keys and addresses are hidden: ${recalled.problem.message}`,
	);
	return { records };
}

/** Takes the steps after a creation; their failure must not be taken as a reason to create it again. */
async function completeItem(
	run: Run,
	index: number,
	created: OutputRecord[],
): Promise<ItemOutcome> {
	const { afterCreate } = run.operation;
	if (afterCreate === undefined) return { records: created };
	const after = await runStep(run, index, (values, context) =>
		Promise.all(created.map(({ json }) => afterCreate(json, values, context))),
	);
	const ids = listNewIds(created);
	if ('records' in after || after.problem.effect === 'created' || ids.length === 0) return after;
	const { hint } = after.problem;
	const said = `${ids.join(', ')} was created: do not create it again`;
	return { problem: after.problem.with({ hint: hint ? `${said}. ${hint}` : said }) };
}

function listNewIds(records: readonly OutputRecord[]): string[] {
	return records.flatMap(({ json }) =>
		typeof json.id === 'string' && json.alreadyExisted !== true ? [json.id] : [],
	);
}
