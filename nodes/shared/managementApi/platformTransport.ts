import { exchange, type HttpRequest, type RequestContext } from '../http/exchange';
import { endingOf, type Outcome } from '../http/outcome';
import type { Clock } from '../scheduler/clock';
import type { Transport } from '../scheduler/scheduledCall';

/** @returns what sends requests to the platform, one by one */
export function platformTransport(
	context: RequestContext,
	clock: Clock,
): Transport<HttpRequest, Outcome> {
	return {
		send: async ([request], cancel) => {
			const reply = await exchange(context, clock, request, cancel);
			const ends = [{ ending: endingOf(reply), reply }];
			return { ends, isRefusedWhole: true, isTimeout: reply.kind === 'timedOut' };
		},
	};
}
