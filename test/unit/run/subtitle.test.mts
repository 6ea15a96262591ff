import { Workflow, type INodeParameters, type INodeType, type INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Chainstack } from '../../../nodes/Chainstack/Chainstack.node';
import { resources } from '../../../nodes/Chainstack/resources';
import { ChainstackTrigger } from '../../../nodes/ChainstackTrigger/ChainstackTrigger.node';
import { events } from '../../../nodes/ChainstackTrigger/events';

/** The text that the editor shows below a node with these parameters; it evaluates the subtitle in the same way. */
function subtitle(type: INodeType, parameters: INodeParameters): unknown {
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const { name } = type.description;
	const node = { id: '1', name, type: name, typeVersion: 1, position: [0, 0] as [number, number] };
	const nodes = [{ ...node, parameters }];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
	const [inWorkflow] = Object.values(workflow.nodes);
	const text = type.description.subtitle as string;
	return workflow.expression.getSimpleParameterValue(inWorkflow, text, 'internal', {}, undefined);
}

describe('the subtitle', () => {
	const operations = resources.flatMap((resource) =>
		resource.operations.map((operation) => [
			`${resource.name}: ${operation.name}`,
			{ resource: resource.value, operation: operation.value },
		]),
	) as Array<[string, INodeParameters]>;

	it.each(operations)('is %s', (text, parameters) => {
		expect(subtitle(new Chainstack(), parameters)).toBe(text);
	});

	it('says what a newly added node does', () => {
		expect(subtitle(new Chainstack(), {})).toBe('Endpoint (JSON-RPC): Check Sync');
	});

	it.each(events.map(({ name, value }) => [name, value]))('of the trigger is %s', (name, event) => {
		expect(subtitle(new ChainstackTrigger(), { event })).toBe(name);
	});

	it('is empty for an operation that does not exist', () => {
		expect(subtitle(new Chainstack(), { resource: 'network', operation: 'x' })).toBeUndefined();
	});
});
