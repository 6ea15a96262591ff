import type { IDataObject, IHttpRequestOptions, INode, IPollFunctions } from 'n8n-workflow';

import { PollProcess } from '../../../nodes/shared/polling/pollProcess';
import { runPoll } from '../../../nodes/shared/polling/runPoll';
import type { WatchEvent } from '../../../nodes/shared/polling/watchEvent';
import { events } from '../../../nodes/ChainstackTrigger/events';
import { CREDENTIAL_DATA } from '../../unit/fixtures/requestContext.mts';
import { Random } from '../support/random.mts';
import type { VirtualClock } from '../support/virtualClock.mts';

/** The schedulers of n8n 2.41. */
export type Scheduler = 'built-in' | 'durable' | 'durable with cursors';

/** Result of a poll. */
export interface Polled {
	items: IDataObject[] | null;
	error?: Error;
}

/** A poll in progress. */
export interface UnderWay {
	done: Promise<void>;
	result?: Polled;
	/** The memory n8n keeps for the node, as this poll sees it. */
	kept: IDataObject;
}

/** The platform that the trigger talks to. */
export interface Platform {
	/** Answers a request as n8n's helper does. */
	answer(options: IHttpRequestOptions): Promise<unknown>;
}

const BUDGET_MS = 36_000;

/** The trigger as n8n runs it, in virtual time: its processes, activations and what it saves. */
export class Engine {
	/** The memory that n8n has saved. */
	saved: IDataObject = {};

	/** Lines that the trigger wrote into the log. */
	readonly log: string[] = [];

	/** How far the wall clock was moved. Milliseconds. */
	wallShiftMs = 0;

	private readonly random: Random;

	private process: PollProcess;

	private processes = 0;

	/** Ends with the process, or with the activation. */
	private life = { isOver: false };

	private context?: IPollFunctions;

	/** The memory n8n keeps for the node in this activation. */
	kept: IDataObject = {};

	constructor(
		private readonly clock: VirtualClock,
		private readonly world: Platform,
		private readonly scheduler: Scheduler,
		private readonly parameters: IDataObject,
		seed: number,
	) {
		this.random = new Random(seed);
		this.process = this.newProcess();
	}

	/** Starts the poll of an activation. */
	activate(mode: 'activate' | 'init'): UnderWay {
		this.kept = copy(this.saved);
		this.context = this.contextOf(this.kept, mode, false);
		return this.begin(this.context, this.kept);
	}

	/**
	 * Starts a poll as n8n does on schedule.
	 * @param saved what n8n has saved, or had saved when it prepared this poll
	 */
	poll(saved = this.saved): UnderWay {
		if (this.scheduler === 'built-in' && this.context !== undefined)
			return this.begin(this.context, this.kept);
		const kept = copy(saved);
		return this.begin(this.contextOf(kept, 'update', true), kept);
	}

	/** Ends the process: nothing in progress has any further effect. */
	kill(): void {
		this.life.isOver = true;
		this.life = { isOver: false };
		this.context = undefined;
		this.process = this.newProcess();
	}

	/** Saves what a poll has written. */
	save({ kept }: UnderWay): void {
		this.saved = copy(kept);
	}

	private newProcess(): PollProcess {
		this.processes += 1;
		const wallMs = (): number => this.clock.wallMs() + this.wallShiftMs;
		const clock = { ...this.clock, wallMs };
		return new PollProcess(clock, this.random.next, `process ${this.processes}`);
	}

	private begin(context: IPollFunctions, kept: IDataObject): UnderWay {
		const event = events.find(({ value }) => value === this.parameters.event) as WatchEvent;
		const polled: UnderWay = { done: Promise.resolve(), kept };
		polled.done = runPoll(context, event, this.process).then(
			(items) => {
				polled.result = { items: items?.[0].map(({ json }) => json) ?? null };
			},
			(error: Error) => {
				polled.result = { items: null, error };
			},
		);
		return polled;
	}

	private contextOf(kept: IDataObject, mode: string, isScheduled: boolean): IPollFunctions {
		const { life, world, parameters } = this;
		const answer = async (options: IHttpRequestOptions): Promise<unknown> => {
			if (life.isOver) return await new Promise(() => undefined);
			const answered = await world.answer(options);
			return life.isOver ? await new Promise(() => undefined) : answered;
		};
		const node = {
			id: 'n',
			name: 'Watch',
			type: 'n8n-nodes-chainstack.chainstackTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { chainstackApi: { id: '1', name: 'x' } },
		} as unknown as INode;
		return {
			helpers: {
				httpRequest: answer,
				httpRequestWithAuthentication: async function (
					this: { getExecutionCancelSignal(): AbortSignal },
					_type: string,
					options: IHttpRequestOptions,
				) {
					return await answer({ ...options, abortSignal: this.getExecutionCancelSignal() });
				},
			},
			getNode: () => node,
			getNodeParameter: (name: string, fallback: unknown) =>
				parameters[name] === undefined ? fallback : parameters[name],
			getCredentials: async () => await Promise.resolve({ ...CREDENTIAL_DATA }),
			getTimezone: () => 'UTC',
			getWorkflow: () => ({ id: 'w', name: 'Day' }),
			getWorkflowStaticData: () => kept,
			getMode: () => 'trigger',
			getActivationMode: () => mode,
			...(isScheduled && { getPollBudgetMs: () => BUDGET_MS }),
			logger: {
				warn: (text: string) => this.log.push(text),
				info: (text: string) => this.log.push(text),
			},
		} as unknown as IPollFunctions;
	}
}

function copy(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}
