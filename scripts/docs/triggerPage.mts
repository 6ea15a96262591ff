import { events } from '../../nodes/ChainstackTrigger/events';
import { fieldTables } from './fields.mts';
import { GENERATED, lines } from './markdown.mts';

/** The page of the trigger's events and their fields. */
export function triggerPage(): string {
	return lines(
		GENERATED,
		'# Events of the trigger',
		'The fields of each event of **Chainstack Trigger**. [The trigger](../trigger.md) explains how it works and what its items look like.',
		...events.flatMap((event) => {
			return [
				`## ${event.name}`,
				`${event.description}. \`event\`: \`${event.value}\`.`,
				...fieldTables(event.properties),
			];
		}),
		'[The trigger](../trigger.md) · [All resources](README.md)',
	);
}
