import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { settled } from '../../../scripts/docs/exampleRuns.mts';
import { messagesOf, steady, withoutAgent, withParameters } from '../../examples/messages.mts';
import { pathsOf, play, type Spoken } from '../../examples/play.mts';
import type { Performance, Scene } from '../../examples/scene.mts';
import { scenes } from '../../examples/scenes/index.mts';
import { openStage } from '../../examples/stage.mts';
import { exampleOf } from '../fixtures/examples.mts';
import { usePlatform } from '../fixtures/platform.mts';
import { answers, formAnswers, repositoryRoot, runWorkflow, tables } from '../support/index.mts';

/** What each example says on each path. */
const file = join(repositoryRoot, 'docs', 'examples', 'messages.json');
/** With UPDATE_DOCS=1 the texts are written instead of compared. */
const isRecording = Boolean(process.env.UPDATE_DOCS);

type Texts = Record<string, Record<string, string[]>>;
const known = JSON.parse(readFileSync(file, 'utf8')) as Texts;
const said: Texts = {};

const platform = usePlatform({ deployMs: 1, accessRuleMs: 0 });

beforeEach(() => {
	tables.clear();
	answers.length = 0;
	formAnswers.length = 0;
});

afterAll(() => {
	if (isRecording) writeFileSync(file, `${JSON.stringify({ ...known, ...said }, null, '\t')}\n`);
});

/** Runs an example in n8n's engine. */
async function perform(scene: Scene, performance: Performance): Promise<Spoken> {
	const { example, start, input, answer, parameters, keyOnly } = performance;
	const workflow = withParameters(withoutAgent(exampleOf(example)), parameters);
	if (answer !== undefined) formAnswers.push(answer);
	const { baseUrl, apiKey, ...endpoint } = platform.credential().chainstackApi as Record<
		string,
		string
	>;
	const report = await runWorkflow(workflow, {
		credentials: { chainstackApi: { baseUrl, apiKey, ...(!keyOnly && endpoint) } },
		startNode: start,
		triggerItems: input && [{ json: input }],
	});
	const itemsOf = (node: string) => report.tasks(node).flatMap(({ data }) => data?.main[0] ?? []);
	const rows = [...tables.values()].flatMap((table) => table.rows);
	return { messages: messagesOf(workflow, scene, itemsOf, report.error?.message), rows };
}

describe.each(Object.entries(scenes))('%s', (name, scene) => {
	it.each(pathsOf(scene))('says what is true: %s', async (path, way) => {
		const { stage, close } = openStage(platform.sandbox);
		const perfomer = async (each: Performance) => await perform(scene, each);
		const messages = await play([name, scene], [path, way], stage, perfomer).finally(close);
		const texts = messages.map((text) => steady(settled(text) as string));
		said[name] = { ...said[name], [path]: texts };
		if (!isRecording) expect(texts).toEqual(known[name]?.[path]);
	});
});
