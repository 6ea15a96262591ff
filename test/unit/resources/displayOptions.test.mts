import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Chainstack } from '../../../nodes/Chainstack/Chainstack.node';
import { ChainstackTrigger } from '../../../nodes/ChainstackTrigger/ChainstackTrigger.node';

/**
 * n8n 1 resolves what a field depends on by name, among its siblings. It accepts `/…` and `@…`; with anything
 * else that is not a sibling it refuses to resolve the parameters of the node at all.
 */
function unresolvable(properties: readonly INodeProperties[], path = ''): string[] {
	const names = new Set(properties.map(({ name }) => name));
	return properties.flatMap(({ name, displayOptions = {}, options = [] }) => {
		const rules = Object.values(displayOptions).filter((rule) => typeof rule === 'object');
		const wrong = rules
			.flatMap((rule) => Object.keys(rule as object))
			.filter((key) => !/^[/@]/.test(key) && !names.has(key))
			.map((key) => `${path}${name} depends on ${key}`);
		return [...wrong, ...insideOf(options, `${path}${name}.`)];
	});
}

function insideOf(
	options: ReadonlyArray<INodePropertyOptions | INodeProperties | INodePropertyCollection>,
	path: string,
): string[] {
	const groups = options.filter((option) => 'values' in option);
	const fields = options.filter((option) => 'type' in option);
	return [
		...groups.flatMap(({ values }) => unresolvable(values, path)),
		...unresolvable(fields, path),
	];
}

describe.each([new Chainstack(), new ChainstackTrigger()])(
	'$description.displayName',
	({ description }) => {
		it('has no field that n8n 1 cannot resolve', () => {
			expect(unresolvable(description.properties)).toEqual([]);
		});
	},
);
