import { describe, it } from 'vitest';
import { pathsOf, play } from '../examples/play.mts';
import { scenes } from '../examples/scenes/index.mts';
import type { Path } from '../examples/scene.mts';
import { openStage } from '../examples/stage.mts';
import { performInN8n } from './support/playInN8n.mts';
import { usableHere } from './support/wholeWorkflow.mts';
import { world } from './support/world.mts';

/** The paths that are tried with every change; all others at night (npm run test:examples). */
const USUAL = ['key only', 'bad'];
const isEveryPath = process.env.EXAMPLE_PATHS === 'all';

const files = usableHere(Object.keys(scenes).map((name) => `${name}.json`));
const tried = Object.entries(scenes).filter(([name]) => files.includes(`${name}.json`));

describe.each(tried)('the example %s', (name, scene) => {
	const paths = pathsOf(scene).filter(
		([path, { answer }]) =>
			// Nobody is there to answer the next page of a form, or to wait for minutes.
			answer === undefined &&
			!scene.slow?.includes(path) &&
			(isEveryPath ? path !== 'good' : USUAL.includes(path)),
	);

	it.each(paths)('says in a real n8n what is true: %s', async (path: string, way: Path) => {
		const { stage, close } = openStage(world.sandbox);
		await play(
			[name, scene],
			[path, way],
			stage,
			async (performance) => await performInN8n(scene, performance),
		).finally(close);
	});
});
