import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { inspect } from 'node:util';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData.mts';
import { credentialReferences, EngineCredentialsHelper } from './credentials.mts';
import { logText, startLog, type LogEntry } from './logs.mts';
import { container, core } from './n8nCore.mts';
import { EngineNodeTypes } from './nodeTypes.mts';
import { loadPackage, repositoryRoot, type LoadedPackage } from './packageTypes.mts';
import type { EngineOptions } from './workflowTypes.mts';

const packageTriggerType = 'n8n-nodes-chainstack.chainstackTrigger';

/** Which polling trigger to run, and how. */
export interface PollingOptions extends Pick<EngineOptions, 'credentials'> {
	parameters?: object;
	/** Which of n8n's schedulers polls; the built-in one unless another is named. */
	scheduler?: PollScheduler;
}

/**
 * The schedulers of n8n 2.41. Under the durable one each poll has its own context and workflow, with the state as
 * it was saved, and a time budget; without cursors nothing is saved after a poll without output.
 */
export type PollScheduler = 'built-in' | 'durable' | 'durable with cursors';

/** The time budget of the durable scheduler for a poll, in milliseconds. */
const DURABLE_BUDGET_MS = 36_000;

/** The outcome of one poll. */
export interface Poll {
	/** The output; null when there was none. */
	items: INodeExecutionData[] | null;
	/** The exception of the poll. */
	error: (Error & { description?: string | null }) | undefined;
	durationMs: number;
}

/** A polling trigger in an active workflow. */
export interface PollingTrigger {
	/**
	 * Activates the workflow, as the switch in the editor and a saved change do: state is
	 * read as it was saved, there is one poll, and its state is saved.
	 * @param changes what was changed in the node before
	 */
	activate(changes?: Pick<PollingOptions, 'parameters' | 'credentials'>): Promise<Poll>;
	/** The activation by n8n's start instead: the workflow was active when n8n ended. */
	startUp(): Promise<Poll>;
	/** Polls once, as on n8n's schedule. State is saved only when items are output, or by cursors. */
	poll(): Promise<Poll>;
	/** Polls once as the editor's test does, which saves nothing. */
	test(): Promise<Poll>;
	/** Ends the process: what is not saved is lost, and what is running never reports back. */
	kill(): Promise<void>;
	/** A copy of the node's state in memory. */
	readonly state: IDataObject;
	/** The node's state as it was saved. */
	readonly saved: IDataObject;
	readonly log: LogEntry[];
	/** All log lines, of every level, as text. */
	logText(): string;
	/** Everything that was output, thrown, saved or logged, as one text that can be searched for secrets. */
	text(): string;
}

/** The state that ends with the process. */
interface Instance {
	workflow: Workflow;
	node: INode;
	loaded: LoadedPackage;
	/** The poll context of n8n's built-in scheduler for as long as the workflow is active. */
	context?: PollContext;
}

type PollContext = InstanceType<typeof core.PollContext>;

type Activation = 'activate' | 'init' | 'manual' | 'update';

/** The poll to which the output of a context belongs. */
const pollAtWork = new AsyncLocalStorage<Poll>();

const require = createRequire(import.meta.url);

const nodeName = 'Trigger';

let workflowCount = 0;

/** Sets up a polling trigger in its own workflow; it is not active yet. */
export async function startPolling(options: PollingOptions = {}): Promise<PollingTrigger> {
	workflowCount += 1;
	const workflowId = `enginePollingFlow${workflowCount}`;
	const log = startLog();
	const told: unknown[] = [];
	let { parameters, credentials } = options;
	let saved: IDataObject = {};
	let loaded = await loadPackage();
	let current = build();

	function build(): Instance {
		const nodeTypes = new EngineNodeTypes(loaded);
		const type = packageTriggerType;
		const node = {
			id: 'node-0',
			typeVersion: 1,
			position: [0, 0],
			name: nodeName,
			type,
			parameters: structuredClone(parameters ?? {}) as INodeParameters,
			credentials: credentialReferences({ type }, nodeTypes, credentials),
		} as INode;
		const workflow = new Workflow({
			id: workflowId,
			name: 'Engine test',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes,
			staticData: { [`node:${nodeName}`]: copy(saved) },
			settings: { executionOrder: 'v1' },
		});
		return { workflow, node: workflow.nodes[nodeName], loaded };
	}

	const stateOf = ({ workflow, node }: Instance) => workflow.getStaticData('node', node);
	const save = (state: IDataObject) => {
		saved = copy(state);
		told.push(saved);
	};
	const hasCursors = options.scheduler === 'durable with cursors';

	/** @param cursor the state, where it is not that of the workflow */
	function contextOf(
		instance: Instance,
		mode: WorkflowExecuteMode,
		activation: Activation,
		cursor?: IDataObject,
	): PollContext {
		const { workflow, node } = instance;
		const state = () => cursor ?? stateOf(instance);
		const isScheduled = options.scheduler !== undefined && activation === 'update';
		return new core.PollContext(
			workflow,
			node,
			createAdditionalData({
				credentialsHelper: new EngineCredentialsHelper(instance.loaded, credentials),
				workflowId,
			}),
			mode,
			activation,
			(data) => {
				const poll = pollAtWork.getStore();
				if (poll !== undefined) [poll.items] = data;
				if (mode !== 'manual') save(state());
			},
			(error) => {
				const poll = pollAtWork.getStore();
				if (poll !== undefined) poll.error = error;
			},
			async () => {
				await Promise.resolve();
				if (cursor !== undefined) save(cursor);
			},
			async (poll) => await poll(),
			state,
			isScheduled ? () => DURABLE_BUDGET_MS : undefined,
		);
	}

	async function run(instance: Instance, context: PollContext, isFirst: boolean): Promise<Poll> {
		const { workflow, node } = instance;
		const startedAt = performance.now();
		const poll: Poll = { items: null, error: undefined, durationMs: 0 };
		const isCurrent = () => instance === current;
		const execute = container
			.get(core.PollTriggerExecutor)
			.create(workflow, node, context, isCurrent);
		await pollAtWork.run(poll, async () => {
			try {
				if (!isFirst) await execute();
				else await workflow.expression.withIsolate(async () => await execute(true));
			} catch (error) {
				poll.error = error as Error;
			}
		});
		poll.durationMs = performance.now() - startedAt;
		told.push(poll.items, poll.error);
		return poll;
	}

	async function begin(activation: 'activate' | 'init'): Promise<Poll> {
		current = build();
		const instance = current;
		const cursor = hasCursors ? copy(saved) : undefined;
		instance.context = contextOf(instance, 'trigger', activation, cursor);
		const poll = await run(instance, instance.context, true);
		const isSaved = poll.error === undefined && instance === current && !hasCursors;
		if (isSaved) save(stateOf(instance));
		return poll;
	}

	/** Polls the trigger as n8n's schedule does. */
	async function scheduled(): Promise<Poll> {
		if (options.scheduler === undefined || options.scheduler === 'built-in') {
			const instance = current;
			instance.context ??= contextOf(instance, 'trigger', 'init');
			return await run(instance, instance.context, false);
		}
		const instance = build();
		current = instance;
		const cursor = hasCursors ? copy(saved) : undefined;
		return await run(instance, contextOf(instance, 'trigger', 'update', cursor), false);
	}

	return {
		activate: async (changes = {}) => {
			({ parameters = parameters, credentials = credentials } = changes);
			return await begin('activate');
		},
		startUp: async () => await begin('init'),
		poll: scheduled,
		test: async () => await run(current, contextOf(current, 'manual', 'manual'), false),
		kill: async () => {
			loaded = await loadAnew();
			current = build();
		},
		get state() {
			return copy(stateOf(current));
		},
		get saved() {
			return saved;
		},
		log,
		logText: () => logText(log),
		text: () =>
			[inspect(told, { depth: 12, showHidden: true, maxStringLength: null }), logText(log)].join(
				'\n',
			),
	};
}

function copy(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}

/** Loads a built package as a new process does, without the state of its modules. */
async function loadAnew(): Promise<LoadedPackage> {
	const root = resolve(repositoryRoot);
	const built = join(root, 'dist') + sep;
	for (const file of Object.keys(require.cache)) {
		if (file.startsWith(built)) delete require.cache[file];
	}
	const loader = new core.PackageDirectoryLoader(root);
	await loader.loadAll();
	return loader;
}
