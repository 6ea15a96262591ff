import { join } from 'node:path';
import { root } from './canvasMark.mts';
import { exampleRuns } from './exampleRuns.mts';
import { galleryPage } from './gallery.mts';
import { CHARTS, performanceCharts } from './performanceCharts.mts';
import { performancePage } from './performancePage.mts';
import { readme } from './readme.mts';
import { resourcePages } from './resourcePages.mts';
import { triggerPage } from './triggerPage.mts';

/** Every generated page, by its path below the checkout. */
export function generatedPages(): Map<string, string> {
	const resources = [...resourcePages(exampleRuns())].map(([file, text]): [string, string] => [
		`docs/resources/${file}`,
		text,
	]);
	const charts = [...performanceCharts()].map(([file, text]): [string, string] => [
		`docs/${CHARTS}/${file}`,
		text,
	]);
	return new Map([
		...resources,
		['docs/resources/trigger-events.md', triggerPage()],
		['docs/examples/README.md', galleryPage()],
		['docs/performance.md', performancePage()],
		...charts,
		['README.md', readme()],
	]);
}

/** The file of a page. */
export function pageFile(path: string): string {
	return join(root, path);
}
