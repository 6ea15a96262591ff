import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Chainstack } from '../../nodes/Chainstack/Chainstack.node';
import { ChainstackTrigger } from '../../nodes/ChainstackTrigger/ChainstackTrigger.node';

const NODES = [new Chainstack(), new ChainstackTrigger()];

/** How workflows store the resources that hints name. */
const STORED: Readonly<Record<string, string>> = {
	Endpoint: 'jsonRpc',
	Network: 'network',
	Node: 'node',
};

/** Everything a panel shows as a name: of fields, and of what they offer. */
function namesIn(
	entries: ReadonlyArray<INodeProperties | INodePropertyOptions | INodePropertyCollection>,
): string[] {
	return entries.flatMap((entry) => [
		'displayName' in entry ? entry.displayName : entry.name,
		...namesIn('options' in entry ? (entry.options ?? []) : []),
		...namesIn('values' in entry ? entry.values : []),
	]);
}

describe.each(NODES.map((node) => [node.description.displayName, node.description] as const))(
	'the hint of %s for AI workflow builders',
	(_, { builderHint, properties }) => {
		const hint = builderHint?.searchHint ?? '';

		it('names fields and values as the panel shows them', () => {
			const named = [...hint.matchAll(/'([A-Z][^']+)'/g)].map(([, name]) => name);
			expect(named.length).toBeGreaterThan(1);
			const known = namesIn(properties);
			for (const name of named) expect(known).toContain(name);
		});

		it('names operations as the panel shows them', () => {
			const named = [...hint.matchAll(/(Endpoint|Network|Node), ([A-Z]\w+(?: [A-Z]\w+)*)/g)];
			const offered = properties.filter(({ name }) => name === 'operation');
			for (const [, resource, operation] of named) {
				const own = offered.find(({ displayOptions }) =>
					displayOptions?.show?.resource?.includes(STORED[resource]),
				);
				expect(namesIn(own?.options ?? []), `${resource}, ${operation}`).toContain(operation);
			}
		});

		it('refers to the other node of the package', () => {
			const [other] = NODES.filter(({ description }) => description.properties !== properties);
			expect(builderHint?.relatedNodes).toEqual([
				{
					nodeType: `n8n-nodes-chainstack.${other.description.name}`,
					relationHint: expect.any(String) as string,
				},
			]);
		});
	},
);
