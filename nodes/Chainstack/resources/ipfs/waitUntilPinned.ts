import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import { simplifyProperty } from '../../../shared/session/simplify';
import {
	waitLimits,
	waitProperties,
	waitUntil,
	type PollResult,
} from '../../../shared/session/waitUntil';
import { platformOptions } from '../options';
import { ipfsNotice } from './ipfsNotice';
import { pinIdProperty, pinPath } from './pinId';
import { simplifiedPin } from './simplified';

export const waitUntilPinned = defineOperation({
	name: 'Wait Until Pinned',
	value: 'waitUntilPinned',
	action: 'Wait until IPFS pin is pinned',
	description: 'Hold the workflow until the content of a pin can be reached by its CID',
	effect: 'reads',
	properties: [
		pinIdProperty,
		{
			displayName: 'Wait for Public Link',
			name: 'waitForLink',
			type: 'boolean',
			default: false,
			description:
				'Whether to wait for the public link as well, which may come some time after the CID',
		},
		...waitProperties(5, 300),
		simplifyProperty,
		ipfsNotice,
		platformOptions(),
	],
	async execute(values, context) {
		const { pinId, waitForLink, simplify } = values;
		const path = pinPath(pinId);
		const poll = async () =>
			pinned(await context.api.get(path, `pin ${pinId}`), pinId, waitForLink);
		const pin = await waitUntil(`pin ${pinId} to be pinned`, poll, waitLimits(values), context);
		return simplify ? simplifiedPin(pin) : pin;
	},
});

/** Judges a pin: the service documents no statuses beyond `pinning`, so the CID decides. */
function pinned(pin: IDataObject, id: string, waitForLink: boolean): PollResult<IDataObject> {
	const { cid, title, public_link: link } = pin;
	const status = String(pin.status ?? 'unknown');
	const hasCid = typeof cid === 'string' && cid !== '';
	if (/^(error|failed)$/i.test(status)) return { failed: gaveOut(id, 'status', status) };
	if (cid === 'error') return { failed: gaveOut(id, 'CID', cid) };
	// The service writes this into the title as well; on a pin that has its CID it is a name.
	if (!hasCid && title === 'error') return { failed: gaveOut(id, 'title', title) };
	if (!hasCid || status === 'pinning') return { state: status };
	if (waitForLink && (typeof link !== 'string' || link === ''))
		return { state: `${status}, without a public link` };
	return { done: pin };
}

function gaveOut(id: string, field: string, value: string): Problem {
	return new Problem(`The pin ${id} will not be pinned any more: its ${field} is '${value}'`, {
		hint: 'Delete the pin and pin the content again',
	});
}
