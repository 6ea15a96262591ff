import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Chainstack } from '../../../nodes/Chainstack/Chainstack.node';
import { resources } from '../../../nodes/Chainstack/resources';

const { description } = new Chainstack();

/** The conditions that choose the operation, which are not part of what an operation declares. */
const CHOICES = ['resource', 'operation'];

type Conditions = NonNullable<INodeProperties['displayOptions']>['show'];

/** @returns the conditions of a property that choose the operation, or its other ones */
function pickConditions(shown: Conditions = {}, areChoices: boolean): Conditions {
	const names = (name: string) => CHOICES.includes(name.replace(/^\//, ''));
	return Object.fromEntries(Object.entries(shown).filter(([name]) => names(name) === areChoices));
}

/** @returns a property as an operation declares it, with the options that it has there */
function asDeclared(property: INodeProperties, chosen: Record<string, string>): INodeProperties {
	const { displayOptions, options, ...rest } = property;
	const { show, ...others } = displayOptions ?? {};
	const own = pickConditions(show, false);
	const conditions = { ...others, ...(Object.keys(own ?? {}).length > 0 && { show: own }) };
	const inside =
		property.type === 'collection' ? shownFor(options as INodeProperties[], chosen) : options;
	return {
		...rest,
		...(inside !== undefined && { options: inside }),
		...(Object.keys(conditions).length > 0 && { displayOptions: conditions }),
	};
}

/** What n8n shows of properties with an operation chosen, whatever else is filled in. */
function shownFor(properties: readonly INodeProperties[], chosen: Record<string, string>) {
	const node = { typeVersion: 1 };
	return properties
		.filter(({ displayOptions, ...property }) => {
			const show = pickConditions(displayOptions?.show, true);
			const conditioned = { ...property, displayOptions: { show } };
			return NodeHelpers.displayParameter(chosen, conditioned, node, description, chosen);
		})
		.map((property) => asDeclared(property, chosen));
}

const OPERATIONS = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.name}, ${operation.name}`,
		operation,
		chosen: { resource: resource.value, operation: operation.value },
	})),
);

describe('the panel of', () => {
	it.each(OPERATIONS)('$name shows the fields of the operation in their order', (given) => {
		const { operation, chosen } = given;
		const shown = shownFor(description.properties, chosen);
		const [resource, choice, ...fields] = shown;
		expect([resource.name, choice.name]).toEqual(CHOICES);
		const declared = operation.properties as unknown as INodeProperties[];
		const isApproved = fields[0]?.name === 'approvalNotice';
		expect(isApproved).toBe(operation.effect !== 'reads');
		expect(isApproved ? fields.slice(1) : fields).toStrictEqual(
			declared.map((property) => asDeclared(property, chosen)),
		);
	});

	it.each(OPERATIONS)('$name shows no field twice', ({ chosen }) => {
		const names = shownFor(description.properties, chosen).map(({ name }) => name);
		expect(names.length).toBe(new Set(names).size);
	});
});

it('the description of the node is no heavier than those of comparable nodes', () => {
	// Of the 503 types of n8n 2.41, three are heavier than 150 kB.
	expect(Buffer.byteLength(JSON.stringify(description))).toBeLessThanOrEqual(150_000);
});
