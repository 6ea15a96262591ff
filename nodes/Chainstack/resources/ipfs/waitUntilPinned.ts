import type { IDataObject } from 'n8n-workflow';

import { platformWaitOptions } from '../../../shared/fields/options';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { waitLimits, waitProperties } from '../../../shared/fields/waitProperties';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { waitUntil, type PollResult, type WaitReport } from '../../../shared/waiting/waitUntil';
import { ipfsNotice, pinIdProperty, pinPath } from './pinFields';
import { simplifyPin } from './pinList';

/** The fields that say how long to wait. */
export const pinWaitLimits = waitProperties(5, 300);

type PinWait = Parameters<typeof waitLimits>[0];

export const waitUntilPinned = defineOperation({
	name: 'Wait Until Pinned',
	value: 'waitUntilPinned',
	action: 'Wait until pinned',
	description: 'Pause the workflow until the content of a pin can be accessed by its CID',
	effect: 'reads',
	properties: [
		ipfsNotice,
		pinIdProperty,
		field('boolean', 'Wait for Public Link', 'waitForLink', {
			description:
				'Whether to wait for the public link as well, which may become available some time after the CID',
		}),
		...pinWaitLimits,
		simplifyProperty,
		platformWaitOptions(),
	],
	async execute(values, context) {
		const { pin, wait } = await waitForPin(values.pinId, values, context);
		return { ...(values.simplify ? simplifyPin(pin) : pin), wait };
	},
});

/**
 * Waits until a pin has its CID, and its public link where that is wanted.
 * @throws Problem
 */
export async function waitForPin(
	pinId: string,
	{ waitForLink = false, ...limits }: PinWait & { waitForLink?: boolean },
	context: OperationContext,
): Promise<{ pin: IDataObject; wait: WaitReport }> {
	const path = pinPath(pinId);
	const poll = async ({ api }: OperationContext) =>
		judgePin(await api.get(path, `pin ${pinId}`), pinId, waitForLink);
	const target = {
		what: `pin ${pinId} to be pinned`,
		hint: 'Large content takes longer: wait again, or look at the pin with IPFS, Get',
	};
	const { done, wait } = await waitUntil(target, poll, waitLimits(limits), context);
	return { pin: done, wait };
}

/** Judges a pin: the service documents no statuses beyond `pinning`, so the CID decides. */
function judgePin(pin: IDataObject, id: string, waitForLink: boolean): PollResult<IDataObject> {
	const { cid, title, public_link: link } = pin;
	const status = String(pin.status ?? 'unknown');
	const hasCid = typeof cid === 'string' && cid !== '';
	if (/^(error|failed)$/i.test(status))
		return { failed: makeBrokenPinProblem(id, 'status', status) };
	if (cid === 'error') return { failed: makeBrokenPinProblem(id, 'CID', cid) };
	// The service writes this into the title too; on a pin that has its CID it is just a name.
	if (!hasCid && title === 'error') return { failed: makeBrokenPinProblem(id, 'title', title) };
	if (status === 'pinning') return { state: status };
	if (!hasCid) return { state: status, reason: 'it has no CID yet' };
	if (waitForLink && (typeof link !== 'string' || link === ''))
		return { state: status, reason: 'it has no public link yet' };
	return { done: pin, state: status };
}

function makeBrokenPinProblem(id: string, field: string, value: string): Problem {
	return new Problem(`The pin ${id} can no longer be pinned: its ${field} is '${value}'`, {
		hint: 'Delete the pin and pin the content again',
	});
}
