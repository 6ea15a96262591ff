import type {
	ExecutionError,
	ExecutionStatus,
	INode,
	INodeExecutionData,
	INodeType,
	IRun,
	ITaskData,
	NodeConnectionType,
} from 'n8n-workflow';
import type { BinaryMode } from './binaryData.mts';
import type { CredentialStore } from './credentials.mts';
import type { LogEntry } from './logs.mts';

/** A node as in workflow JSON; what is left out gets n8n's defaults. */
export type NodeLike = Omit<Partial<INode>, 'parameters' | 'position' | 'credentials'> & {
	name: string;
	type: string;
	parameters?: object;
	position?: readonly number[];
	credentials?: Record<string, { id?: string | null; name: string }>;
};

/** A workflow as it is exported from the editor. */
export interface WorkflowLike {
	id?: string;
	name?: string;
	nodes: readonly NodeLike[];
	connections: object;
	settings?: object;
}

/** Settings of every kind of run. */
export interface EngineOptions {
	/**
	 * Decrypted credential data by credential id, name or type. A node without `credentials` uses
	 * those whose key is a credential type it offers; give it `credentials: {}` to use none.
	 */
	credentials?: CredentialStore;
	/** `default` keeps binaries in memory. */
	binaryMode?: BinaryMode;
	/** Cancels the execution, as the Stop button does, after this time. */
	abortAfterMs?: number;
	/** Cancels the execution when this signal fires. */
	abortSignal?: AbortSignal;
	/** Further node types, or replacements of stand-ins, by full name. */
	nodeTypes?: Readonly<Record<string, INodeType>>;
}

/** How to run a whole workflow. */
export interface WorkflowRunOptions extends EngineOptions {
	/** The trigger to start from; needed when the workflow has several. */
	startNode?: string;
	/** The output of the trigger, for one that waits for a request (webhook, form) or any other. */
	triggerItems?: readonly INodeExecutionData[];
}

/** The report of every kind of run. */
export interface RunReport {
	status: ExecutionStatus;
	/** The error that ended the run: a plain object with the error's fields, as n8n saves it. */
	error?: ExecutionError;
	run: IRun;
	log: LogEntry[];
	/** All run data as text, for searching for secrets, including what n8n would not save. */
	text(): string;
	/** The run data as n8n saves it. */
	savedText(): string;
	/** All log lines, of every level, as text. */
	logText(): string;
}

/** The outcome of a workflow. */
export interface WorkflowRun extends RunReport {
	/** Names of the nodes that ran, in order; a node that ran twice appears twice. */
	executed: string[];
	/** The records of all runs of a node; empty when it did not run. */
	tasks(nodeName: string): ITaskData[];
	/** The output of the last run of a node. */
	items(nodeName: string, output?: number, type?: NodeConnectionType): INodeExecutionData[];
}
