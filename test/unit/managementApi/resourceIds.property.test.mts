import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	checkedId,
	ID_PREFIXES,
	type IdentifiedResource,
} from '../../../nodes/shared/managementApi/resourceIds';
import { Problem } from '../../../nodes/shared/text/problem';
import { problemOf } from '../fixtures/problems.mts';
import { inputs } from '../fixtures/properties.mts';

const resources = fc.constantFrom(...(Object.keys(ID_PREFIXES) as IdentifiedResource[]));
const groups = fc.array(fc.stringMatching(/^\d{1,6}$/), { minLength: 1, maxLength: 5 });
const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

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
	it('accepts every ID in any case, with spaces around it', () => {
		fc.assert(
			fc.property(
				resources,
				groups,
				cases,
				blanks,
				blanks,
				(resource, digits, capitals, before, after) => {
					const id = idOf(resource, digits);
					expect(checkedId(before + inAnyCase(id, capitals) + after, resource)).toBe(id);
				},
			),
			inputs(300),
		);
	});

	it('finds it in every address of the console, anywhere in the path', () => {
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
					const path = [...before, inAnyCase(id, capitals), ...after].join('/');
					for (const scheme of ['https://', ''])
						expect(checkedId(`${scheme}console.chainstack.com/${path}?tab=x`, resource)).toBe(id);
				},
			),
			inputs(300),
		);
	});

	it('refuses an ID of another kind, and says what it is', () => {
		fc.assert(
			fc.property(resources, resources, groups, (resource, other, digits) => {
				fc.pre(resource !== other);
				const { message } = problemOf(() => checkedId(idOf(other, digits), resource));
				expect(message).toMatch(new RegExp(`is the ID of an? ${other}, not of an? ${resource}$`));
			}),
			inputs(100),
		);
	});

	it('returns only an ID that is safe in a path, or refuses', () => {
		const nearlyIds = fc
			.tuple(fc.constantFrom('ND-1-2', 'nd-1', '', 'https://h.example.com/ND-3'), fc.string())
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(fc.oneof(nearlyIds, fc.string(), fc.anything()), (value) => {
				try {
					expect(checkedId(value, 'node')).toMatch(/^ND(-\d+)+$/);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
				}
			}),
			inputs(1000),
		);
	});
});
