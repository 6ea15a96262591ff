import type { IDataObject } from 'n8n-workflow';

import { platformWaitOptions, simplifyProperty } from '../../../shared/fields/options';
import { readLimits, waitProperties, type WaitValues } from '../../../shared/fields/waitProperties';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/operationContext';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { waitUntil, type PollResult } from '../../../shared/waiting/waitUntil';
import {
	buildPinPath,
	findPinFault,
	ipfsNotice,
	isText,
	pinIdProperty,
	simplifyPin,
} from './pinFields';

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
		...waitProperties(5, 300),
		simplifyProperty,
		platformWaitOptions(),
	],
	async execute(values, context) {
		const { done, wait } = await waitForPin(values.pinId, values, context);
		return values.simplify ? simplifyPin({ ...done, wait }) : done;
	},
});

/** Waits until a pin has its CID, and its public link where that is wanted. @throws Problem */
export async function waitForPin(
	pinId: string,
	values: WaitValues & { waitForLink?: boolean },
	context: OperationContext,
) {
	const path = buildPinPath(pinId);
	const poll = async ({ api }: OperationContext) =>
		judgePin(await api.get(path, `pin ${pinId}`), pinId, values.waitForLink);
	const target = {
		what: `pin ${pinId} to be pinned`,
		hint: 'Large content takes longer: wait again, or look at the pin with Storage, Get',
	};
	return await waitUntil(target, poll, readLimits(values), context);
}

/** Judges a pin: the service documents no statuses beyond `pinning`, so the CID decides. */
function judgePin(pin: IDataObject, id: string, waitForLink = false): PollResult<IDataObject> {
	const state = String(pin.status ?? 'unknown');
	const fault = findPinFault(pin);
	if (fault !== undefined)
		return {
			failed: new Problem(`The pin ${id} can no longer be pinned: its ${fault}`, {
				hint: 'Delete the pin and pin the content again',
			}),
		};
	if (state === 'pinning') return { state };
	if (!isText(pin.cid)) return { state, reason: 'it has no CID yet' };
	if (waitForLink && !isText(pin.public_link))
		return { state, reason: 'it has no public link yet' };
	return { done: pin, state };
}
