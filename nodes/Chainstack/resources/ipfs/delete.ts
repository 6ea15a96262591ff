import { asProblem, isTransient } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import type { OperationContext } from '../../../shared/session/session';
import { platformOptions } from '../options';
import { ipfsNotice } from './ipfsNotice';
import { pinIdProperty, pinPath } from './pinId';

export const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete IPFS pin',
	description: 'Remove a pin, so that the storage no longer keeps its content available',
	effect: 'updates',
	properties: [ipfsNotice, pinIdProperty, platformOptions()],
	async execute({ pinId }, { api }) {
		try {
			await api.remove(pinPath(pinId), `pin ${pinId}`);
		} catch (error) {
			const problem = asProblem(error);
			// What was rejected because there were too many requests had no effect.
			const isUnclear = isTransient(problem) && problem.httpStatus !== 429;
			if (!isUnclear || !(await isGone(pinId, api))) throw problem;
		}
		return { deleted: true, id: pinId };
	},
});

/** An attempt whose answer was lost may have deleted the pin: then it can no longer be found by its ID. */
async function isGone(pinId: string, api: OperationContext['api']): Promise<boolean> {
	return await api.get(pinPath(pinId), `pin ${pinId}`).then(
		() => false,
		(error: unknown) => asProblem(error).httpStatus === 404,
	);
}
