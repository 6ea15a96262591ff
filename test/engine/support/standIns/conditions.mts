import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { defineNode } from '../defineNode.mts';

// The parameters of If and Filter from version 2 on. The filter itself is n8n's own: reading the
// parameter with `extractValue` runs executeFilter of n8n-workflow on it.
const properties: INodeProperties[] = [
	{
		displayName: 'Conditions',
		name: 'conditions',
		type: 'filter',
		default: {},
		typeOptions: {
			filter: {
				caseSensitive: '={{!$parameter.options.ignoreCase}}',
				typeValidation: `={{ ($nodeVersion < 2.1 ? $parameter.options.looseTypeValidation
					: $parameter.looseTypeValidation) ? 'loose' : 'strict' }}`,
				version: '={{ $nodeVersion >= 2.3 ? 3 : $nodeVersion >= 2.2 ? 2 : 1 }}',
			},
		},
	},
	{
		displayName: 'Convert types where required',
		name: 'looseTypeValidation',
		type: 'boolean',
		default: false,
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			{ displayName: 'Ignore Case', name: 'ignoreCase', type: 'boolean', default: true },
			{
				displayName: 'Convert types where required',
				name: 'looseTypeValidation',
				type: 'boolean',
				default: true,
			},
		],
	},
];

async function sortItems(
	this: IExecuteFunctions,
): Promise<[kept: INodeExecutionData[], others: INodeExecutionData[]]> {
	const kept: INodeExecutionData[] = [];
	const others: INodeExecutionData[] = [];
	for (const [index, item] of this.getInputData().entries()) {
		const holds = this.getNodeParameter('conditions', index, false, { extractValue: true });
		const target = holds ? kept : others;
		target.push({ ...item, pairedItem: item.pairedItem ?? { item: index } });
	}
	return [kept, others];
}

/** Stand-in for If, versions 2 to 2.3: output 0 is true, output 1 false. */
export const ifNode = defineNode(
	{ displayName: 'If', name: 'if', version: [2, 2.1, 2.2, 2.3], outputs: 2, properties },
	{ execute: sortItems },
);

/** Stand-in for Filter, versions 2 to 2.3. */
export const filterNode = defineNode(
	{ displayName: 'Filter', name: 'filter', version: [2, 2.1, 2.2, 2.3], properties },
	{ execute: sortItems },
);
