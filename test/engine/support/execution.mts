import { createRunExecutionData, type IRun, type WorkflowExecuteMode } from 'n8n-workflow';
import { core } from './n8nCore.mts';

/** A running execution, which can be cancelled. */
export type Execution = ReturnType<InstanceType<typeof core.WorkflowExecute>['run']>;

/** When to cancel an execution, if at all. */
export interface CancelOptions {
	abortAfterMs?: number;
	abortSignal?: AbortSignal;
}

/**
 * Starts an execution and waits for its end. A workflow that n8n refuses to start (a required
 * parameter is missing, say) ends as a failed run, as it does on the server.
 */
export async function completeExecution(
	start: () => Execution,
	mode: WorkflowExecuteMode,
	{ abortAfterMs, abortSignal }: CancelOptions,
): Promise<IRun> {
	const startedAt = new Date();
	let execution: Execution;
	try {
		execution = start();
	} catch (error) {
		if (!(error instanceof core.WorkflowHasIssuesError)) throw error;
		return failedRun(error, mode, startedAt);
	}
	const cancel = () => execution.cancel();
	const timer = abortAfterMs === undefined ? undefined : setTimeout(cancel, abortAfterMs);
	abortSignal?.addEventListener('abort', cancel);
	if (abortSignal?.aborted) cancel();
	try {
		return await execution;
	} finally {
		clearTimeout(timer);
		abortSignal?.removeEventListener('abort', cancel);
	}
}

function failedRun(
	error: InstanceType<typeof core.WorkflowHasIssuesError>,
	mode: WorkflowExecuteMode,
	startedAt: Date,
): IRun {
	const { message, stack } = error;
	return {
		data: createRunExecutionData({
			resultData: { runData: {}, error: { ...error, message, stack } as never },
		}),
		mode,
		startedAt,
		stoppedAt: new Date(),
		storedAt: 'db',
		status: 'error',
	};
}
