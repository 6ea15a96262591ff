import { checkedNumber } from '../parameters/checkedNumber';
import type { Property, ValuesOf } from '../parameters/propertyTypes';

const CONFIRMATIONS = {
	displayName: 'Polls to Confirm',
	name: 'confirmations',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 2,
	description:
		'How many polls in a row have to see a new state before it is reported, so that flapping stays silent. With 2 and a poll every minute, a report comes one to two minutes after the change.',
} as const satisfies Property;

const EMIT_INITIAL_STATE = {
	displayName: 'Emit Initial State',
	name: 'emitInitialState',
	type: 'boolean',
	default: false,
	description:
		'Whether to output the state in which an object is seen for the first time, instead of only remembering it',
} as const satisfies Property;

/** What the trigger asks for besides the fields of its event. */
export const reportingProperties = [CONFIRMATIONS, EMIT_INITIAL_STATE] as const;

/** The same for events that count at once. */
export const levelProperties = [
	{
		...EMIT_INITIAL_STATE,
		displayName: 'Report Levels Already Reached',
		description:
			'Whether to report levels that were reached before the trigger began to watch, instead of only remembering them',
	},
] as const satisfies readonly Property[];

/** What is reported of what a poll saw. */
export interface Reporting {
	confirmations: number;
	emitInitialState: boolean;
}

/** @throws Problem for a number of polls that makes no sense: silence would be the consequence */
export function reportingOf(values: Readonly<Record<string, unknown>>): Reporting {
	const { confirmations, emitInitialState } = values as ValuesOf<typeof reportingProperties>;
	return { confirmations: checkedNumber(CONFIRMATIONS, confirmations), emitInitialState };
}
