import { join } from 'node:path';
import { events } from '../../nodes/ChainstackTrigger/events';
import { root } from './canvasMark.mts';
import { contractPage } from './contractPage.mts';
import { exampleRuns } from './exampleRuns.mts';
import { fieldTables } from './fields.mts';
import { galleryPage, messagesPage } from './gallery.mts';
import { replaceGenerated } from './markdown.mts';
import { schedulerPage } from './mechanismTable.mts';
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
		['docs/trigger.md', triggerPage()],
		['docs/examples/README.md', galleryPage()],
		['docs/examples/messages.md', messagesPage()],
		['docs/contract-assumptions.md', contractPage()],
		['docs/performance.md', performancePage()],
		[CHART, performanceChart()],
		['docs/scheduler.md', schedulerPage()],
		['README.md', readme()],
	]);
}

/** The page of the trigger, with the fields of its events made anew of the code. */
function triggerPage(): string {
	const fields = events.flatMap((event) => [
		`### ${event.name}`,
		`${event.description}. \`event\`: \`${event.value}\`.`,
		...fieldTables(event.properties),
	]);
	return replaceGenerated('docs/trigger.md', 'the events', fields.join('\n\n'));
}

/** The file of a page. */
export function pageFile(path: string): string {
	return join(root, path);
}
