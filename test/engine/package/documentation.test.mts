import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/Chainstack/resources';
import { exampleInputs, MADE, type ExampleInput } from '../../../scripts/docs/exampleInputs.mts';
import {
	exampleRuns,
	runsFile,
	settled,
	shapeOf,
	type ExampleRun,
} from '../../../scripts/docs/exampleRuns.mts';
import { usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';
import { binaryItem } from '../support/index.mts';

const platform = usePlatform();

/** With UPDATE_DOCS=1 the runs are written into the documentation (npm run docs:runs). */
const isUpdate = process.env.UPDATE_DOCS !== undefined;

const recorded = isUpdate ? {} : exampleRuns();

async function run(name: string, parameters: Record<string, unknown>, file?: ExampleInput['file']) {
	const [resource, operation] = name.split('.');
	const items =
		file === undefined
			? undefined
			: [binaryItem({}, { data: { content: file.text, fileName: file.name } })];
	const { output } = await platform.succeed([resource, operation], parameters, { items });
	expectDescribed([resource, operation], output);
	return output[0];
}

async function exampleRun(name: string): Promise<ExampleRun> {
	const { parameters, file, before = [] } = exampleInputs[name];
	let made = '';
	// The items an example begins with are complete, however fast the machine is.
	if (before.length > 0) platform.sandbox.setDeployment({ ms: 0 });
	for (const [operation, values] of before) made = String((await run(operation, values)).json.id);
	const filled = JSON.parse(JSON.stringify(parameters).replaceAll(MADE, made)) as typeof parameters;
	const { json, binary } = await run(name, filled, file);
	const files = Object.entries(binary ?? {}).map(
		([field, { fileName, mimeType }]) => [field, `${fileName} (${mimeType})`] as const,
	);
	return settled({
		output: json,
		...(files.length > 0 && { files: Object.fromEntries(files) }),
	}) as ExampleRun;
}

describe('the examples of the documentation', () => {
	const runs: Record<string, ExampleRun> = {};

	const operations = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);

	it.each(operations)('%s outputs what its page shows', async (name) => {
		const done = await exampleRun(name);
		runs[name] = done;
		if (!isUpdate) expect(shapeOf(done)).toEqual(shapeOf(recorded[name]));
	});

	afterAll(() => {
		if (isUpdate) writeFileSync(runsFile, `${JSON.stringify(runs, null, '\t')}\n`);
	});
});
