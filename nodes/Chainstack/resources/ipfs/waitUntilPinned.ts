import type { IDataObject } from 'n8n-workflow';

import { platformWaitOptions } from '../../../shared/fields/options';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { waitLimits, waitProperties } from '../../../shared/fields/waitProperties';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { Problem } from '../../../shared/text/problem';
import { field, type Property } from '../../../shared/values/field';
import { waitUntil, type PollResult, type WaitReport } from '../../../shared/waiting/waitUntil';
import { ipfsNotice, pinIdProperty, pinPath } from './pinFields';
import { simplifyPin } from './pinList';

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
		const { pin, wait } = await waitForPin(values.pinId, values, context);
		return { ...(values.simplify ? simplifyPin(pin) : pin), wait };
	},
});

interface Wait {
	waitForLink: boolean;
	waitInterval: number;
	waitLimit: number;
}

async function waitForPin(
	pinId: string,
	{ waitForLink, ...limits }: Wait,
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

/** The fields by which an operation that pins also waits. */
export const pinWaitProperties = [
	field('boolean', 'Wait Until Pinned', 'waitUntilPinned', {
		description:
			'Whether to continue only when the content can be accessed by its CID, instead of as soon as it is accepted',
	}),
	...waitProperties(5, 300).map((property) => ({
		...property,
		displayOptions: { show: { waitUntilPinned: [true] } },
	})),
] as const satisfies readonly Property[];

/**
 * Checks how long to wait, before anything is pinned.
 * @throws Problem
 */
export function checkPinWait(values: PinWait): void {
	if (values.waitUntilPinned) waitLimits(values);
}

/** The values of the fields above. */
type PinWait = Omit<Wait, 'waitForLink'> & { waitUntilPinned: boolean };

/** @returns a new pin: once it is pinned where that is wanted, otherwise as it is, with a hint that the rest follows */
export async function followPin(
	created: IDataObject,
	{ waitUntilPinned: waits, ...limits }: PinWait,
	context: OperationContext,
): Promise<IDataObject> {
	const { id, cid } = created;
	if (typeof id !== 'string') return created;
	if (waits) {
		const { pin, wait } = await waitForPin(id, { ...limits, waitForLink: false }, context);
		return { ...pin, wait };
	}
	if (!cid)
		context.hint(
			"The CID and the public link come later: turn on 'Wait Until Pinned', or read them with IPFS, Wait Until Pinned or Get.",
		);
	return created;
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
