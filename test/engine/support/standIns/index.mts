import type { INodeType } from 'n8n-workflow';
import { codeNode } from './code.mts';
import { editFieldsNode } from './editFields.mts';
import { filterNode, ifNode } from './conditions.mts';
import { httpRequestNode } from './httpRequest.mts';
import { mergeNode } from './merge.mts';
import { noOpNode, stickyNoteNode, stopAndErrorNode, waitNode } from './flow.mts';
import { formTrigger, manualTrigger, scheduleTrigger, webhookTrigger } from './triggers.mts';

/**
 * Stand-ins for the nodes of n8n-nodes-base that example workflows use. n8n-nodes-base is too heavy
 * to install for these tests, so each stand-in supports the parameters of the real node that
 * matter here and refuses the others; the end-to-end tests use the real nodes.
 */
export const standIns: Readonly<Record<string, INodeType>> = {
	'n8n-nodes-base.manualTrigger': manualTrigger,
	'n8n-nodes-base.scheduleTrigger': scheduleTrigger,
	'n8n-nodes-base.formTrigger': formTrigger,
	'n8n-nodes-base.webhook': webhookTrigger,
	'n8n-nodes-base.noOp': noOpNode,
	'n8n-nodes-base.stickyNote': stickyNoteNode,
	'n8n-nodes-base.stopAndError': stopAndErrorNode,
	'n8n-nodes-base.wait': waitNode,
	'n8n-nodes-base.if': ifNode,
	'n8n-nodes-base.filter': filterNode,
	'n8n-nodes-base.set': editFieldsNode,
	'n8n-nodes-base.merge': mergeNode,
	'n8n-nodes-base.code': codeNode,
	'n8n-nodes-base.httpRequest': httpRequestNode,
};
