import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	checkId,
	ID_PREFIXES,
	type IdentifiedResource,
} from '../../../nodes/shared/managementApi/resourceIds';
import { Problem } from '../../../nodes/shared/text/problem';
import { inputs } from '../fixtures/properties.mts';

const resources = fc.constantFrom(...(Object.keys(ID_PREFIXES) as IdentifiedResource[]));
const groups = fc.array(fc.stringMatching(/^\d{1,6}$/), { minLength: 1, maxLength: 5 });

const idOf = (resource: IdentifiedResource, digits: string[]): string =>
	[ID_PREFIXES[resource], ...digits].join('-');

/** A text in a random mix of capital and small letters. */
const inAnyCase = (text: string, capitals: boolean[]): string =>
	[...text]
		.map((each, index) =>
			capitals[index % capitals.length] ? each.toUpperCase() : each.toLowerCase(),
		)
		.join('');

const cases = fc.array(fc.boolean(), { minLength: 1 });

describe('checkedId', () => {
	it('accepts it in any spelling, and finds it in every address of the console, anywhere in the path', () => {
		const words = fc.array(fc.constantFrom('projects', 'networks', 'nodes', 'PR-1-2x', 'a'));
		fc.assert(
			fc.property(
				resources,
				groups,
				cases,
				words,
				words,
				(resource, digits, capitals, before, after) => {
					const id = idOf(resource, digits);
					const spelled = inAnyCase(id, capitals);
					const address = `console.chainstack.com/${[...before, spelled, ...after].join('/')}?tab=x`;
					for (const text of [spelled, ` \t${spelled}\n`, address, `https://${address}`])
						expect(checkId(text, resource)).toBe(id);
				},
			),
			inputs(300),
		);
	});

	it('returns only an ID that is safe in a path, or refuses', () => {
		const nearlyIds = fc
			.tuple(fc.constantFrom('ND-1-2', 'nd-1', '', 'https://h.example.com/ND-3'), fc.string())
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(fc.oneof(nearlyIds, fc.string(), fc.anything()), (value) => {
				try {
					expect(checkId(value, 'node')).toMatch(/^ND(-\d+)+$/);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
				}
			}),
			inputs(1000),
		);
	});
});
