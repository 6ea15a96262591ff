import { NodeOperationError, sleep } from 'n8n-workflow';
import { defineNode } from '../defineNode.mts';
import { refuse } from './refuse.mts';

/** Stand-in for No Operation. */
export const noOpNode = defineNode(
	{ displayName: 'No Operation', name: 'noOp' },
	{
		async execute() {
			return [this.getInputData()];
		},
	},
);

/** Stand-in for Sticky Note, which is a node type although it never runs. */
export const stickyNoteNode = defineNode(
	{ displayName: 'Sticky Note', name: 'stickyNote', inputs: 0, outputs: 0 },
	{
		async execute() {
			return [this.getInputData()];
		},
	},
);

/** Stand-in for Stop and Error with a message. */
export const stopAndErrorNode = defineNode(
	{
		displayName: 'Stop and Error',
		name: 'stopAndError',
		outputs: 0,
		properties: [
			{ displayName: 'Type', name: 'errorType', type: 'string', default: 'errorMessage' },
			{ displayName: 'Message', name: 'errorMessage', type: 'string', default: '' },
		],
	},
	{
		async execute() {
			const errorType = this.getNodeParameter('errorType', 0) as string;
			if (errorType !== 'errorMessage') refuse('Stop and Error', 'errorType', errorType);
			throw new NodeOperationError(
				this.getNode(),
				this.getNodeParameter('errorMessage', 0) as string,
			);
		},
	},
);

/** Stand-in for Wait, After Time Interval or At Specified Time: passes the items on after at most 10 ms. */
export const waitNode = defineNode(
	{
		displayName: 'Wait',
		name: 'wait',
		version: [1, 1.1],
		properties: [
			{ displayName: 'Resume', name: 'resume', type: 'string', default: 'timeInterval' },
			{ displayName: 'Amount', name: 'amount', type: 'number', default: 5 },
			{ displayName: 'Unit', name: 'unit', type: 'string', default: 'seconds' },
		],
	},
	{
		async execute() {
			const resume = this.getNodeParameter('resume', 0) as string;
			if (!['timeInterval', 'specificTime'].includes(resume)) refuse('Wait', 'resume', resume);
			const amount = this.getNodeParameter('amount', 0) as number;
			await sleep(Math.min(amount * 1000, 10));
			return [this.getInputData()];
		},
	},
);
