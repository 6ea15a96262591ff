import { omitUndefined } from '../text/json';
import { Problem } from '../text/problem';
import { field, type Property, type ValuesOf } from '../values/field';
import type { FlappingRule } from './flapping';
import {
	heartbeatField,
	perEndpointField,
	readHeartbeatRule,
	type HeartbeatRule,
} from './heartbeatRule';
import { quietTimesField, readQuietTimes, type QuietTimes } from './quietTimes';

const MINUTE_MS = 60_000;

/** Rules for which observations of an object lead to a report. */
export interface ReportRules {
	/**
	 * How many observations in a row have to find an unhealthy state before it is reported. An object whose unhealthy
	 * state keeps changing is reported after twice as many.
	 */
	confirmations: number;
	/** How many have to find the healthy state again; `Infinity` where none is reported. */
	recoveryConfirmations: number;
	/** Whether the state in which an object is first seen is reported too. */
	emitInitialState: boolean;
	/**
	 * One that has changed between healthy and unhealthy so many times within so many polls that observed it is
	 * flapping, until it has not changed for as many.
	 */
	flapping?: FlappingRule;
	/** An unhealthy object is reported again this long after the last item about it; `undefined` for never. Milliseconds. */
	remindAfterMs?: number;
	/** The state of an object that is healthy; it is not in any other. */
	healthyState: string;
	/**
	 * The other state is a level that is reached: it lasts to the end of its period, and what has not reached it is not
	 * reported.
	 */
	isLevel?: boolean;
	/** Whether all changes of a poll are one item. */
	isGrouped: boolean;
	/** How often a heartbeat leaves. */
	heartbeat?: HeartbeatRule;
	/** When nothing is reported. */
	quiet?: QuietTimes;
}

const FIRST_STATE = field('boolean', 'Report Current State When Activated', 'emitInitialState', {
	description:
		'Whether to output the state of each object when it is seen for the first time, instead of only remembering it',
});

const FLAPPING_CHANGES = field('number', 'Flapping: Number of Changes', 'flappingChanges', {
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 6,
	description:
		'An object that changes this many times between working and not working, within the number of polls in the next option, is reported once as flapping, and again when it has not changed for that many polls. 0 turns this off.',
});

const FLAPPING_POLLS = field('number', 'Flapping: Number of Polls', 'flappingPolls', {
	typeOptions: { minValue: 2, maxValue: 1000, numberPrecision: 0 },
	default: 20,
	description:
		'Within how many polls the changes count as flapping, and after how many polls without a change it ends',
});

const GROUP = field('options', 'Group', 'group', {
	options: [
		{ name: 'One Item for All Changes of a Poll', value: 'poll' },
		{ name: 'One Item per Change', value: 'none' },
	],
	default: 'none',
	description:
		'Whether 50 objects that fail together become 50 items, or one item that lists the changes',
});

const ALERT_OPTIONS = field('collection', 'Options', 'options', {
	placeholder: 'Add option',
	options: [
		FLAPPING_CHANGES,
		FLAPPING_POLLS,
		GROUP,
		heartbeatField,
		perEndpointField,
		field('number', 'Polls to Confirm a Recovery', 'recoveryConfirmations', {
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 2,
			description:
				"How many polls in a row must see that an object has recovered before that is reported. Without this option, the value of 'Polls to Confirm' applies.",
		}),
		quietTimesField,
		field('number', 'Remind Every (Minutes)', 'remindAfter', {
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				"How often to report again that an object is still not working. Such items have the kind 'reminder'. 0 turns this off.",
		}),
	],
});

/** Fields of every event about states, besides its own. */
export const stateFields = [
	field('number', 'Polls to Confirm', 'confirmations', {
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 2,
		description:
			'How many polls in a row must see a new state before it is reported: 2 = seen twice in a row, so that a short disruption causes no notification. Polls that could not check the object do not count.',
	}),
	FIRST_STATE,
	ALERT_OPTIONS,
] as const;

/** Fields of every event about levels, besides its own. */
export const levelFields = [
	{
		...FIRST_STATE,
		displayName: 'Report Levels Already Reached',
		description:
			'Whether to report levels that were reached before the trigger started watching, instead of only remembering them',
	},
	{ ...ALERT_OPTIONS, options: [GROUP] },
] as const satisfies readonly Property[];

/** @returns fields of every event, with further options of one, in the order of their names as n8n's lint requires */
export function addOptions(
	fields: readonly Property[],
	further: readonly Property[],
): readonly Property[] {
	const options = [...ALERT_OPTIONS.options, ...further];
	const sorted = options.sort((a, b) => a.displayName.localeCompare(b.displayName));
	return fields.map((each) => (each === ALERT_OPTIONS ? { ...each, options: sorted } : each));
}

/**
 * @param event what belongs to the event, not to its fields
 * @param readTimeZone reads the time zone of the workflow
 * @throws Problem for flapping that cannot occur, an interval that is too short, and times that do not exist
 */
export function readRules(
	{ healthyState, isLevel = false }: Pick<ReportRules, 'healthyState' | 'isLevel'>,
	values: Readonly<Record<string, unknown>>,
	readTimeZone: () => string = () => 'UTC',
): ReportRules {
	const given = values as Partial<ValuesOf<typeof stateFields>>;
	const { emitInitialState = false, confirmations = 1, options = {} } = given;
	const { recoveryConfirmations = confirmations, remindAfter = 0 } = options;
	return omitUndefined({
		healthyState,
		isLevel,
		confirmations,
		// A downward correction of a level takes nothing back.
		recoveryConfirmations: isLevel ? Infinity : recoveryConfirmations,
		emitInitialState,
		isGrouped: options.group === 'poll',
		flapping: isLevel ? undefined : readFlappingRule(options),
		remindAfterMs: remindAfter > 0 ? remindAfter * MINUTE_MS : undefined,
		heartbeat: readHeartbeatRule(options),
		quiet: readQuietTimes(options.quietTimes ?? {}, readTimeZone),
	});
}

/** @throws Problem for flapping that cannot occur */
function readFlappingRule({
	flappingChanges: changes = FLAPPING_CHANGES.default,
	flappingPolls: polls = FLAPPING_POLLS.default,
}: {
	flappingChanges?: number;
	flappingPolls?: number;
}): FlappingRule | undefined {
	if (changes === 0) return undefined;
	if (changes === 1 || changes > polls) {
		const range = `from 2 to ${polls}, the number of polls, or 0`;
		throw new Problem(`'${FLAPPING_CHANGES.displayName}' must be ${range}, but it is ${changes}`, {
			hint: `An object cannot change more often than it is checked, and a single change is not flapping`,
		});
	}
	return { changes, polls };
}
