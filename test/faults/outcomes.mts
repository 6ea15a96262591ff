import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../engine/support/index.mts';
import type { Scenario } from './scenario.mts';

/** The outcome of an input item. */
export interface Outcome {
	/** Its message, if it failed. */
	failure?: string;
	records: INodeExecutionData[];
}

/** @returns the outcome of each input item of a run that did not stop */
export function outcomesOf({ items }: Scenario, run: NodeRun): Outcome[] {
	const failures = failuresOf(run);
	const successes = run.output.filter((item) => failureOf(item) === undefined);
	return items.map((_, index) => ({
		failure: failures.find((failure) => failure.index === index)?.text,
		records: successes.filter((item) => itemIndex(item) === index),
	}));
}

/** @returns the failed items among the outputs */
export function failuresOf(run: NodeRun): Array<{ index: number; text: string }> {
	return [...run.output, ...run.errorOutput].flatMap((item) => {
		const text = failureOf(item);
		return text === undefined ? [] : [{ index: itemIndex(item), text }];
	});
}

/** @returns the index of the input item an output item is paired with, -1 without one */
export function itemIndex({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as { item?: number } | undefined)?.item ?? -1;
}

function failureOf({ json, error }: INodeExecutionData): string | undefined {
	if (typeof json.error === 'string') return json.error;
	return error?.message;
}
