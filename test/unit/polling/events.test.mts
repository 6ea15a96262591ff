import { describe, expect, it } from 'vitest';

import { ChainstackTrigger } from '../../../nodes/ChainstackTrigger/ChainstackTrigger.node';
import { eventProperties as properties, events } from '../../../nodes/ChainstackTrigger/events';

/** The fields that are shown for an event, if they depend on nothing else. */
const shownFor = (event: string) =>
	properties.filter(({ displayOptions }) => {
		const shownFor = displayOptions?.show?.event as string[] | undefined;
		return shownFor === undefined || shownFor.includes(event);
	});

describe('the parameters of the trigger', () => {
	it('start with the event, whose default is the one chosen for new nodes', () => {
		expect(properties[0]).toMatchObject({
			name: 'event',
			type: 'options',
			noDataExpression: true,
			default: events[1].value,
			options: events.map(({ value }) => expect.objectContaining({ value }) as object),
		});
	});

	it.each(events.map((event) => [event.value, event] as const))(
		'of %s are its own and those of all events',
		(value, event) => {
			const names = shownFor(value).map(({ name }) => name);
			const own = event.properties.map(({ name }) => name);
			expect(names).toEqual(['event', ...own]);
			const shared = ['emitInitialState', 'options'];
			expect(own).toEqual(expect.arrayContaining(shared));
			expect(own.includes('confirmations')).toBe(event.isLevel !== true);
		},
	);
});

it('an event that does not exist is named', async () => {
	const poll = ChainstackTrigger.prototype.poll.call({
		getNodeParameter: () => 'sunrise',
		getNode: () => ({ name: 'Chainstack Trigger' }),
	} as never);
	await expect(poll).rejects.toThrow("There is no event 'sunrise'");
});
