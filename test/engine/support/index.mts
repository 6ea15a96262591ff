export { binaryItem, readBinary, type BinaryMode, type InputFile } from './binaryData.mts';
export type { CredentialStore } from './credentials.mts';
export { testCredential } from './credentialTest.mts';
export { defineNode, type NodeDefinition } from './defineNode.mts';
export {
	listSearch,
	loadOptions,
	type DynamicParameterOptions,
	type ListSearchOptions,
} from './dynamicParameters.mts';
export { loadPackage, repositoryRoot, type LoadedPackage } from './packageTypes.mts';
export { packageNodeType, runNode, type NodeRun, type NodeRunOptions } from './runNode.mts';
export {
	packageTriggerType,
	startPolling,
	type Poll,
	type PollScheduler,
	type PollingOptions,
	type PollingTrigger,
} from './runPoll.mts';
export { runTool, type ToolRun, type ToolRunOptions } from './runTool.mts';
export { readWorkflow, runWorkflow } from './runWorkflow.mts';
export { answers, tables } from './standIns.mts';
export type {
	EngineOptions,
	NodeLike,
	RunReport,
	WorkflowLike,
	WorkflowRun,
	WorkflowRunOptions,
} from './workflowTypes.mts';
