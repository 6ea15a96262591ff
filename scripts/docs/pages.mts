import { join } from 'node:path';
import { events } from '../../nodes/ChainstackTrigger/events';
import { root } from './canvasMark.mts';
import { contractPage } from './contractPage.mts';
import { exampleRuns } from './exampleRuns.mts';
import { fieldTables } from './fields.mts';
import { galleryPage } from './gallery.mts';
import { GENERATED, lines } from './markdown.mts';
import { CHART, performanceChart } from './performanceChart.mts';
import { performancePage } from './performancePage.mts';
import { readme } from './readme.mts';
import { resourcePages } from './resourcePages.mts';

/** Every generated page, by its path below the checkout. */
export function generatedPages(): Map<string, string> {
	const resources = [...resourcePages(exampleRuns())].map(([file, text]): [string, string] => [
		`docs/resources/${file}`,
		text,
	]);
	return new Map([
		...resources,
		['docs/resources/trigger-events.md', triggerPage()],
		['docs/examples/README.md', galleryPage()],
		['docs/contract-assumptions.md', contractPage()],
		['docs/performance.md', performancePage()],
		[CHART, performanceChart()],
		['README.md', readme()],
	]);
}

/** The page of the trigger's events and their fields. */
function triggerPage(): string {
	return lines(
		GENERATED,
		'# Events of the trigger',
		'The fields of each event of **Chainstack Trigger**. [The trigger](../trigger.md) explains how it works and what its items look like.',
		...events.flatMap((event) => [
			`## ${event.name}`,
			`${event.description}. \`event\`: \`${event.value}\`.`,
			...fieldTables(event.properties),
		]),
		'[The trigger](../trigger.md) · [All resources](README.md)',
	);
}

/** The file of a page. */
export function pageFile(path: string): string {
	return join(root, path);
}
