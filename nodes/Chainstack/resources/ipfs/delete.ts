import { platformOptions } from '../../../shared/fields/options';
import { defineOperation } from '../../../shared/run/operation';
import { ipfsNotice, pinIdProperty, pinPath } from './pinFields';

export const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete IPFS pin',
	description: 'Remove a pin, so that the storage no longer keeps its content available',
	effect: 'updates',
	properties: [ipfsNotice, pinIdProperty, platformOptions()],
	async execute({ pinId }, { api }) {
		await api.remove(pinPath(pinId), `pin ${pinId}`);
		return { deleted: true, id: pinId };
	},
});
