import type { INodeExecutionData } from 'n8n-workflow';
import { defineNode } from '../defineNode.mts';
import { refuse } from './refuse.mts';

type Code = (data: object) => Promise<unknown>;

/** Stand-in for Code, version 2, JavaScript: runs in this process, not in a task runner. */
export const codeNode = defineNode(
	{
		displayName: 'Code',
		name: 'code',
		version: [1, 2],
		properties: [
			{ displayName: 'Mode', name: 'mode', type: 'string', default: 'runOnceForAllItems' },
			{ displayName: 'Language', name: 'language', type: 'string', default: 'javaScript' },
			{ displayName: 'JavaScript', name: 'jsCode', type: 'string', default: '' },
		],
	},
	{
		async execute() {
			const mode = this.getNodeParameter('mode', 0) as string;
			const language = this.getNodeParameter('language', 0) as string;
			if (language !== 'javaScript') refuse('Code', 'language', language);
			const source = this.getNodeParameter('jsCode', 0, '', { rawExpressions: true }) as string;
			const body = `with (data) { return (async () => { ${source}\n })(); }`;
			const code = new Function('data', body) as Code;

			const inputs = this.getInputData();
			if (mode === 'runOnceForAllItems') {
				const data = { ...globalsOf(this.getWorkflowDataProxy(0)), items: inputs };
				return [this.helpers.normalizeItems((await code(data)) as INodeExecutionData[])];
			}
			if (mode !== 'runOnceForEachItem') refuse('Code', 'mode', mode);
			const outputs: INodeExecutionData[] = [];
			for (const [index, item] of inputs.entries()) {
				const data = { ...globalsOf(this.getWorkflowDataProxy(index)), item };
				const result = (await code(data)) as INodeExecutionData;
				const [output] = this.helpers.normalizeItems(result);
				outputs.push({ ...output, pairedItem: { item: index } });
			}
			return [outputs];
		},
	},
);

// The names that code may use here.
function globalsOf(proxy: Record<string, unknown>): Record<string, unknown> {
	const names = ['$input', '$json', '$binary', '$', '$now', '$today', '$workflow', '$execution'];
	return Object.fromEntries(names.map((name) => [name, proxy[name]]));
}
