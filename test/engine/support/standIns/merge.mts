import type { INodeExecutionData } from 'n8n-workflow';
import { defineNode } from '../defineNode.mts';
import { refuse } from './refuse.mts';

/** Stand-in for Merge, version 3: Append and Combine by Position with two inputs. */
export const mergeNode = defineNode(
	{
		displayName: 'Merge',
		name: 'merge',
		version: [3, 3.1, 3.2],
		inputs: 2,
		properties: [
			{ displayName: 'Mode', name: 'mode', type: 'string', default: 'append' },
			{ displayName: 'Combine By', name: 'combineBy', type: 'string', default: 'combineByFields' },
			{ displayName: 'Number of Inputs', name: 'numberInputs', type: 'number', default: 2 },
		],
		extra: { requiredInputs: 1 },
	},
	{
		async execute() {
			const mode = this.getNodeParameter('mode', 0) as string;
			const combineBy = this.getNodeParameter('combineBy', 0) as string;
			const numberInputs = this.getNodeParameter('numberInputs', 0) as number;
			if (numberInputs !== 2) refuse('Merge', 'numberInputs', numberInputs);
			const [first, second] = [0, 1].map((input) =>
				this.getInputData(input).map((item, index) => ({
					...item,
					pairedItem: { item: index, input: input || undefined },
				})),
			);
			if (mode === 'append') return [[...first, ...second]];
			if (mode !== 'combine') refuse('Merge', 'mode', mode);
			if (combineBy !== 'combineByPosition') refuse('Merge', 'combineBy', combineBy);

			const combined: INodeExecutionData[] = [];
			for (const [index, left] of first.entries()) {
				const right = second.at(index);
				if (right === undefined) break;
				combined.push({
					json: { ...left.json, ...right.json },
					binary: { ...left.binary, ...right.binary },
					pairedItem: [left.pairedItem, right.pairedItem],
				});
			}
			return [combined];
		},
	},
);
