import type { IDataObject } from 'n8n-workflow';
import type { SandboxState, RecordedRequest } from '../../sandbox/start.mts';
import type { SandboxSwitches } from '../../sandbox/switches.mts';

/** What happens while an example runs: the paths that each example has to end with a true message. */
export const COMMON_PATHS = [
	'good',
	'key only',
	'bad',
	'empty',
	'partly failed',
	'answer lost',
	'status 401',
	'status 403',
	'status 429, once',
	'status 503',
] as const;

/** The name of a path that all examples have. */
export type CommonPath = (typeof COMMON_PATHS)[number];

/** The sandbox in which an example runs, prepared and looked at over its control API. */
export interface Stage extends SandboxSwitches {
	/** Asks the platform for something, as its console would. */
	ask(method: string, path: string, body?: object): Promise<void>;
	/** The first rows of usage that the platform gives at the moment; none while it fails. */
	usage(): Promise<IDataObject[]>;
	/** Deletes all nodes, as their owner would. */
	deleteNodes(): Promise<void>;
	/** The address of a server that answers GET with this, for what an example reads elsewhere. */
	serve(body: string, status?: number): Promise<string>;
}

/** A node of a workflow, as far as scenes change it. */
export interface SceneNode {
	name: string;
	type: string;
	parameters?: object;
}

/** A workflow, as far as scenes change it. */
export interface SceneWorkflow {
	nodes: readonly SceneNode[];
	connections: object;
}

/** One way through an example. */
export interface Path {
	/** The trigger it starts from, and what that receives; as the scene says unless given. */
	start?: string;
	input?: IDataObject;
	/** What somebody enters in the next page of a form. */
	answer?: IDataObject;
	/** Makes the sandbox as it is on this path. */
	prepare?: (stage: Stage) => Promise<unknown>;
	/** Changes to the parameters of nodes, by name: lists and addresses that a user enters. */
	parameters?: (stage: Stage) => Promise<Record<string, object>>;
}

/** How a path is to be run, by whichever n8n does it. */
export interface Performance {
	/** The name of the example. */
	example: string;
	start: string;
	input?: IDataObject;
	answer?: IDataObject;
	parameters: Record<string, object>;
	/** Whether the credential has the API key alone. */
	keyOnly: boolean;
}

/** What is true in the sandbox when an example has ended, and what it was before. */
export interface Facts {
	before: SandboxState;
	after: SandboxState;
	requests: RecordedRequest[];
	/** When the run began, in milliseconds since 1970. */
	startedAt: number;
	/** How the example was run. */
	performance: Performance;
	/** The rows of usage that the platform gave. */
	usage: IDataObject[];
	/** What a node answers to a call of an EVM method; undefined when that is an error. */
	call(nodeId: string, method: string, params: unknown[]): Promise<unknown>;
	/** How many blocks a node says that it is behind; 0 where it is ready, undefined where it does not answer. */
	blocksBehind(nodeId: string): Promise<number | undefined>;
	/** The rows of n8n's data tables, where the run can see them. */
	rows: IDataObject[];
}

/** A sentence that a message may contain, and whether it is true; a text without a check only advises. */
export type Statement = [
	sentence: RegExp,
	isTrue: 'advice' | ((facts: Facts, ...parts: string[]) => boolean | Promise<boolean>),
];

/** How an example is run on its paths, and what its sentences mean. */
export interface Scene {
	/** The trigger that all paths start from, unless they say otherwise. */
	start: string;
	input?: IDataObject;
	/** The nodes whose items are messages, where they are not those in front of `Replace with …`. */
	ends?: readonly string[];
	/** Changes to the parameters of nodes on all paths. */
	parameters?: Path['parameters'];
	/** The method of the requests whose answer is lost; reading, unless the example changes something. */
	loses?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** Ways of its own, and those that all have: where one cannot happen, why. */
	paths: Partial<Record<CommonPath, Path | string>> & Record<string, Path | string>;
	/** Paths that take minutes in real time, whatever hurries them. */
	slow?: readonly string[];
	/** Shorter waits and limits, by node, for a run in real time. */
	hurry?: Record<string, object>;
	statements: readonly Statement[];
}
