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
import { credentialReferences } from './credentialReferences.mts';
import { EngineCredentialsHelper } from './credentials.mts';
import { startExpressionEngine } from './expressionEngine.mts';
import { logText, startLog, type LogEntry } from './logs.mts';
import { container, core } from './n8nCore.mts';
import { EngineNodeTypes } from './nodeTypes.mts';
import { loadPackage, repositoryRoot, type LoadedPackage } from './packageTypes.mts';
import type { EngineOptions, NodeLike } from './workflowTypes.mts';

/** The trigger that tests mean unless they name another. */
export const packageTriggerType = 'n8n-nodes-chainstack.chainstackTrigger';

/** Which polling trigger to run, and how. */
export interface PollingOptions extends Pick<EngineOptions, 'credentials' | 'packages'> {
	parameters?: object;
	/** The node's settings: type, typeVersion, credentials… */
	node?: Partial<NodeLike>;
	/** The node's static data as it was saved earlier. */
	saved?: IDataObject;
}

/** What came of one poll. */
export interface Poll {
	/** What was put out; null when nothing was. */
	items: INodeExecutionData[] | null;
	/** What the poll threw. */
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
	/** What a start of n8n does instead: the workflow was active when n8n ended. */
	startUp(): Promise<Poll>;
	/** Polls once, as n8n's clock makes it do. State is saved only when items are put out. */
	poll(): Promise<Poll>;
	/** Polls once as the editor's test does, which saves nothing. */
	test(): Promise<Poll>;
	/** Ends the process: what is not saved is gone, what is under way is never heard of again. */
	kill(): Promise<void>;
	/** A copy of the node's state in memory. */
	readonly state: IDataObject;
	/** The node's state as it was saved. */
	readonly saved: IDataObject;
	readonly log: LogEntry[];
	/** All log lines, of every level, as text. */
	logText(): string;
	/** Everything that was put out, thrown, saved or logged, as one text to search for secrets. */
	text(): string;
}

/** What ends with the process. */
interface Instance {
	workflow: Workflow;
	node: INode;
	packages: readonly LoadedPackage[];
}

const require = createRequire(import.meta.url);

const nodeName = 'Trigger';

let workflowCount = 0;

/** Sets a polling trigger up in a workflow of its own; it is not active yet. */
export async function startPolling(options: PollingOptions = {}): Promise<PollingTrigger> {
	await startExpressionEngine();
	const roots = options.packages ?? [repositoryRoot];
	const workflowId = `enginePollingFlow${++workflowCount}`;
	const log = startLog();
	const told: unknown[] = [];
	let { parameters, credentials } = options;
	let saved: IDataObject = copy(options.saved ?? {});
	let packages = await Promise.all(roots.map(loadPackage));
	let current = build();

	function build(): Instance {
		const nodeTypes = new EngineNodeTypes(packages);
		const { type = packageTriggerType, ...settings } = options.node ?? {};
		const node = {
			id: 'node-0',
			typeVersion: 1,
			position: [0, 0],
			...settings,
			name: nodeName,
			type,
			parameters: structuredClone(parameters ?? {}) as INodeParameters,
			credentials: credentialReferences({ type, ...settings }, nodeTypes, credentials),
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
		return { workflow, node: workflow.nodes[nodeName], packages };
	}

	const stateOf = ({ workflow, node }: Instance) => workflow.getStaticData('node', node);
	const save = (instance: Instance) => {
		saved = copy(stateOf(instance));
		told.push(saved);
	};

	async function run(
		instance: Instance,
		mode: WorkflowExecuteMode,
		activation: 'activate' | 'init' | 'manual' | 'update',
	): Promise<Poll> {
		const { workflow, node } = instance;
		const startedAt = performance.now();
		const poll: Poll = { items: null, error: undefined, durationMs: 0 };
		const isCurrent = () => instance === current;
		const context = new core.PollContext(
			workflow,
			node,
			createAdditionalData({
				credentialsHelper: new EngineCredentialsHelper(instance.packages, credentials),
				workflowId,
			}),
			mode,
			activation,
			(data) => {
				poll.items = data[0];
				if (mode !== 'manual') save(instance);
			},
			(error) => {
				poll.error = error;
			},
		);
		const isActivation = activation === 'activate' || activation === 'init';
		const execute = container
			.get(core.PollTriggerExecutor)
			.create(workflow, node, context, isCurrent);
		try {
			if (!isActivation) await execute();
			else await workflow.expression.withIsolate(async () => await execute(true));
		} catch (error) {
			poll.error = error as Error;
		}
		poll.durationMs = performance.now() - startedAt;
		told.push(poll.items, poll.error);
		return poll;
	}

	async function begin(activation: 'activate' | 'init'): Promise<Poll> {
		current = build();
		const instance = current;
		const poll = await run(instance, 'trigger', activation);
		if (poll.error === undefined && instance === current) save(instance);
		return poll;
	}

	return {
		activate: async (changes = {}) => {
			({ parameters = parameters, credentials = credentials } = changes);
			return await begin('activate');
		},
		startUp: async () => await begin('init'),
		poll: async () => await run(current, 'trigger', 'update'),
		test: async () => await run(current, 'manual', 'manual'),
		kill: async () => {
			packages = await Promise.all(roots.map(loadAnew));
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

/** Loads a built package as a new process does, with nothing of what its modules remember. */
async function loadAnew(root: string): Promise<LoadedPackage> {
	const built = join(resolve(root), 'dist') + sep;
	for (const file of Object.keys(require.cache)) {
		if (file.startsWith(built)) delete require.cache[file];
	}
	const loader = new core.PackageDirectoryLoader(resolve(root));
	await loader.loadAll();
	return loader;
}
