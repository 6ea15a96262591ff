import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Snapshot } from '../../../nodes/shared/polling/snapshot';
import { PollProcess } from '../../../nodes/shared/polling/pollProcess';
import { runPoll } from '../../../nodes/shared/polling/runPoll';
import { defineEvent, type Poll, type WatchEvent } from '../../../nodes/shared/polling/watchEvent';
import { Problem } from '../../../nodes/shared/text/problem';
import { systemClock, type Clock } from '../../../nodes/shared/scheduler/clock';
import { fakeExecution } from '../fixtures/executeContext.mts';
import type { Respond } from '../fixtures/requestContext.mts';

/** Reads what is watched, as an event does. */
type Observe = (poll: Poll) => Promise<Partial<Snapshot>>;

interface Parts {
	credential?: Error;
	parameters?: IDataObject;
	event?: Partial<WatchEvent>;
	/** How long n8n waits for a poll, in milliseconds; where it is set, the durable scheduler polls. */
	budgetMs?: number;
	clock?: Clock;
	respond?: Respond;
}

/** A trigger that is polled by a test. */
export interface Poller {
	/** Polls once, in the context n8n created when it activated the workflow. */
	poll(mode?: 'trigger' | 'manual'): Promise<IDataObject[] | null>;
	/** Creates a new context with the current state, as another start or activation does. */
	activate(how: 'activate' | 'init'): void;
	/** Sets what the next polls see, the error they throw, or a function that reads for them. */
	sees(snapshot: Partial<Snapshot> | Problem | Observe): void;
	readonly state: IDataObject;
	readonly parameters: IDataObject;
	/** The event, whose name a test may change. */
	readonly event: { value: string };
	readonly warnings: string[];
	readonly notices: string[];
	/** How often something was read. */
	reads(): number;
}

/** A poller of an event that sees what a test sets. */
export function poller({
	credential,
	parameters: given,
	event: traits,
	budgetMs,
	clock = systemClock,
	respond,
}: Parts = {}): Poller {
	const state: IDataObject = {};
	const parameters: IDataObject = { confirmations: 1, ...given };
	const warnings: string[] = [];
	const notices: string[] = [];
	const process = new PollProcess(clock);
	let mode = 'trigger';
	let context: IPollFunctions;
	let observe: Observe = async () => await Promise.resolve({});
	let reads = 0;
	const event = {
		...defineEvent({
			name: 'Weather Changed',
			value: 'weatherChanged',
			action: 'When it changes',
			description: '',
			healthyState: 'sunny',
			properties: [{ displayName: 'Place', name: 'place', type: 'string', default: 'here' }],
			observe: async (_, poll) => {
				reads += 1;
				return { observations: [], unknown: new Map(), ...(await observe(poll)) };
			},
		}),
		...traits,
	};
	const activate = (how: string): void => {
		const { context: execution } = fakeExecution({ parameters, credential, respond });
		context = {
			...execution,
			getNode: () => ({ ...execution.getNode(), name: 'Watch' }),
			getNodeParameter: (name: string, fallback: unknown) =>
				execution.getNodeParameter(name, 0, fallback as string),
			getWorkflow: () => ({ id: 'w', name: 'Day' }),
			getWorkflowStaticData: (of: string) => {
				if (of !== 'node') throw new Error(`there is no static data of a ${of}`);
				return state;
			},
			getMode: () => mode,
			getActivationMode: () => how,
			...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
			logger: {
				warn: (text: string) => warnings.push(text),
				info: (text: string) => notices.push(text),
			},
		} as unknown as IPollFunctions;
	};
	activate('activate');
	return {
		poll: async (as = 'trigger') => {
			mode = as;
			const result = await runPoll(context, event, process);
			return result?.[0].map(({ json }) => json) ?? null;
		},
		activate,
		sees: (seen) => {
			if (typeof seen === 'function') observe = seen;
			else if (seen instanceof Problem) observe = async () => await Promise.reject(seen);
			else observe = async () => await Promise.resolve(seen);
		},
		state,
		parameters,
		event,
		warnings,
		notices,
		reads: () => reads,
	};
}

/** A poller in simulated time, and a function that lets time pass. */
export function pollerInTime(parameters: IDataObject): Poller & { pass(ms: number): void } {
	let now = 0;
	const clock = { ...systemClock, now: () => now, wallMs: () => Date.UTC(2026, 0, 1) + now };
	const pass = (ms: number): void => {
		now += ms;
	};
	return { ...poller({ clock, parameters }), pass };
}
