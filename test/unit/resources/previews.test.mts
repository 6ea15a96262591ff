import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

import { exampleRuns } from '../../../scripts/docs/exampleRuns.mts';

const SCHEMAS = resolve(import.meta.dirname, '../../../nodes/Chainstack/__schema__/v1.0.0');

interface Schema {
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** What the example of an operation returns only because it does not keep a default: its strategy. */
const NOT_BY_DEFAULT: Readonly<Record<string, readonly string[]>> = {
	'jsonRpc.callAcross': ['agreed', 'blockNumber'],
};

/** The names of an output's fields, in their order, as deep as the preview describes them. */
function namesIn(value: unknown, schema: Schema | undefined): unknown {
	if (Array.isArray(value))
		return schema?.items && value.map((each) => namesIn(each, schema.items));
	if (typeof value !== 'object' || value === null || schema?.properties === undefined)
		return undefined;
	return Object.entries(value).map(([name, inside]) => [
		name,
		namesIn(inside, schema.properties?.[name]),
	]);
}

/** The same of the preview. */
function namesOf(schema: Schema, value: unknown): unknown {
	if (schema.items !== undefined)
		return Array.isArray(value)
			? value.map((each: unknown) => namesOf(schema.items as Schema, each))
			: undefined;
	if (schema.properties === undefined || typeof value !== 'object' || value === null)
		return undefined;
	return Object.entries(schema.properties).map(([name, inside]) => [
		name,
		namesOf(inside, (value as Record<string, unknown>)[name]),
	]);
}

it.each(Object.entries(exampleRuns()))(
	'the preview of %s has what is returned by default, in its order',
	(name, { output }) => {
		const [resource, operation] = name.split('.');
		const text = readFileSync(join(SCHEMAS, resource, `${operation}.json`), 'utf8');
		const schema = JSON.parse(text) as Schema;
		const usual = Object.fromEntries(
			Object.entries(output as object).filter(([each]) => !NOT_BY_DEFAULT[name]?.includes(each)),
		);
		expect(namesOf(schema, usual)).toEqual(namesIn(usual, schema));
	},
);
