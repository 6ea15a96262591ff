import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	createRunExecutionData,
	Workflow,
	type IConnections,
	type INode,
	type INodeParameters,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData.mts';
import { storeBinaries, useBinaryMode } from './binaryData.mts';
import {
	credentialReferences,
	EngineCredentialsHelper,
	type CredentialStore,
} from './credentials.mts';
import { completeExecution } from './execution.mts';
import { logText, startLog } from './logs.mts';
import { core } from './n8nCore.mts';
import { EngineNodeTypes } from './nodeTypes.mts';
import { loadPackage, repositoryRoot } from './packageTypes.mts';
import { runText, savedText } from './runText.mts';
import { checkParameters, standIns } from './standIns.mts';
import type {
	NodeLike,
	RunReport,
	WorkflowLike,
	WorkflowRun,
	WorkflowRunOptions,
} from './workflowTypes.mts';

let executionCount = 0;

/** Reads a workflow from a file of this repository, e.g. `examples/provision.json`. */
export function readWorkflow(path: string): WorkflowLike {
	return JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8')) as WorkflowLike;
}

/** Runs a workflow in this process through n8n-core, from its trigger to its end. */
export async function runWorkflow(
	source: WorkflowLike,
	options: WorkflowRunOptions = {},
): Promise<WorkflowRun> {
	await useBinaryMode(options.binaryMode ?? 'default');
	const log = startLog();
	const loaded = await loadPackage();
	const nodeTypes = new EngineNodeTypes(loaded, { ...standIns, ...options.nodeTypes });
	const workflow = buildWorkflow(source, nodeTypes, options.credentials);
	const startNode = findStartNode(workflow, options.startNode);

	const mode = options.triggerItems === undefined ? 'manual' : 'trigger';
	executionCount += 1;
	const executionId = String(executionCount);
	const additionalData = createAdditionalData({
		credentialsHelper: new EngineCredentialsHelper(loaded, options.credentials),
		workflowId: workflow.id,
		executionId,
	});
	const executed = recordExecuted(additionalData, workflow, mode, executionId);
	const ids = { workflowId: workflow.id, executionId };
	const triggerItems = options.triggerItems && (await storeBinaries(options.triggerItems, ids));

	const run = await completeExecution(
		() => {
			if (triggerItems === undefined) {
				return new core.WorkflowExecute(additionalData, mode).run({ workflow, startNode });
			}
			const runData = createRunExecutionData({
				executionData: {
					nodeExecutionStack: [{ node: startNode, data: { main: [triggerItems] }, source: null }],
				},
			});
			return new core.WorkflowExecute(additionalData, mode, runData).processRunExecutionData(
				workflow,
			);
		},
		mode,
		options,
	);

	const { runData, error } = run.data.resultData;
	const tasks = (name: string) => (Object.hasOwn(runData, name) ? runData[name] : []);
	return {
		status: run.status,
		error,
		executed,
		tasks,
		items: (name, output = 0, type = 'main') => tasks(name).at(-1)?.data?.[type]?.[output] ?? [],
		run,
		log,
		text: () => runText(run),
		savedText: () => savedText(run),
		logText: () => logText(log),
	};
}

/** The part of a workflow's run that every kind of run reports. */
export function reportOf(report: RunReport): RunReport {
	const { status, error, run, log, text, savedText, logText } = report;
	return { status, error, run, log, text, savedText, logText };
}

function buildWorkflow(
	source: WorkflowLike,
	nodeTypes: INodeTypes,
	store: CredentialStore | undefined,
): Workflow {
	for (const { type, parameters } of source.nodes) checkParameters(type, parameters);
	return new Workflow({
		id: source.id ?? 'engineTestFlow01',
		name: source.name ?? 'Engine test',
		nodes: source.nodes.map((node, index) => ({
			...completeNode(node, index),
			credentials: credentialReferences(node, nodeTypes, store),
		})),
		connections: structuredClone(source.connections) as IConnections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', ...source.settings } as IWorkflowSettings,
	});
}

function completeNode(node: NodeLike, index: number): INode {
	const [x = 200 * index, y = 0] = node.position ?? [];
	return {
		id: `node-${index}`,
		typeVersion: 1,
		...structuredClone(node),
		position: [x, y],
		parameters: structuredClone(node.parameters ?? {}) as INodeParameters,
	} as INode;
}

function findStartNode(workflow: Workflow, name?: string): INode {
	const node = name === undefined ? workflow.getStartNode() : workflow.getNode(name);
	if (!node) throw new Error(`There is no ${name ?? 'trigger'} in workflow '${workflow.name}'.`);
	return node;
}

function recordExecuted(
	additionalData: IWorkflowExecuteAdditionalData,
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	executionId: string,
): string[] {
	const executed: string[] = [];
	const hooks = new core.ExecutionLifecycleHooks(mode, executionId, {
		id: workflow.id,
		name: workflow.name ?? '',
		active: false,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		activeVersionId: null,
	});
	hooks.addHandler('nodeExecuteBefore', (name) => {
		executed.push(name);
	});
	additionalData.hooks = hooks;
	return executed;
}
