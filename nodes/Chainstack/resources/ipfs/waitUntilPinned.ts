import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import { simplifyProperty } from '../../../shared/session/simplify';
import type { OperationContext } from '../../../shared/session/session';
import { waitLimits, waitProperties } from '../../../shared/session/waitProperties';
import { waitUntil, type PollResult } from '../../../shared/session/waitUntil';
import { platformWaitOptions } from '../options';
import { ipfsNotice } from './ipfsNotice';
import { pinIdProperty, pinPath } from './pinId';
import { simplifiedPin } from './simplified';

export const waitUntilPinned = defineOperation({
	name: 'Wait Until Pinned',
	value: 'waitUntilPinned',
	action: 'Wait until IPFS pin is pinned',
	description: 'Pause the workflow until the content of a pin can be accessed by its CID',
	effect: 'reads',
	properties: [
		pinIdProperty,
		{
			displayName: 'Wait for Public Link',
			name: 'waitForLink',
			type: 'boolean',
			default: false,
			description:
				'Whether to wait for the public link as well, which may become available some time after the CID',
		},
		...waitProperties(5, 300),
		simplifyProperty,
		ipfsNotice,
		platformWaitOptions(),
	],
	async execute(values, context) {
		const { pinId, waitForLink, simplify } = values;
		const path = pinPath(pinId);
		const poll = async ({ api }: OperationContext) =>
			pinned(await api.get(path, `pin ${pinId}`), pinId, waitForLink);
		const target = {
			what: `pin ${pinId} to be pinned`,
			hint: 'Large content takes longer: wait again, or look at the pin with IPFS, Get',
		};
		const { done: pin, wait } = await waitUntil(target, poll, waitLimits(values), context);
		return { ...(simplify ? simplifiedPin(pin) : pin), wait };
	},
});

/** Judges a pin: the service documents no statuses beyond `pinning`, so the CID decides. */
function pinned(pin: IDataObject, id: string, waitForLink: boolean): PollResult<IDataObject> {
	const { cid, title, public_link: link } = pin;
	const status = String(pin.status ?? 'unknown');
	const hasCid = typeof cid === 'string' && cid !== '';
	if (/^(error|failed)$/i.test(status)) return { failed: broken(id, 'status', status) };
	if (cid === 'error') return { failed: broken(id, 'CID', cid) };
	// The service writes this into the title too; on a pin that has its CID it is just a name.
	if (!hasCid && title === 'error') return { failed: broken(id, 'title', title) };
	if (status === 'pinning') return { state: status };
	if (!hasCid) return { state: status, reason: 'it has no CID yet' };
	if (waitForLink && (typeof link !== 'string' || link === ''))
		return { state: status, reason: 'it has no public link yet' };
	return { done: pin, state: status };
}

function broken(id: string, field: string, value: string): Problem {
	return new Problem(`The pin ${id} can no longer be pinned: its ${field} is '${value}'`, {
		hint: 'Delete the pin and pin the content again',
	});
}
