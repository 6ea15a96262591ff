import { platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { defineOperation, type Resource } from '../../../shared/run/operation';
import { getAll } from './getAll';
import { pinByCid } from './pinByCid';
import { ipfsNotice, pinIdProperty, buildPinPath, simplifyPin } from './pinFields';
import { pinFile } from './pinFile';
import { pinFolder } from './pinFolder';
import { waitUntilPinned } from './waitUntilPinned';

const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete IPFS pin',
	description: 'Remove a pin, so that the storage no longer keeps its content available',
	effect: 'updates',
	properties: [ipfsNotice, pinIdProperty, platformOptions()],
	async execute({ pinId }, { api }) {
		await api.remove(buildPinPath(pinId), `pin ${pinId}`);
		return { deleted: true, id: pinId };
	},
});

const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get IPFS pin',
	description: 'Retrieve one pin with its CID, status and public link',
	effect: 'reads',
	properties: [ipfsNotice, pinIdProperty, simplifyProperty, platformOptions()],
	async execute({ pinId, simplify }, { api }) {
		const pin = await api.get(buildPinPath(pinId), `pin ${pinId}`);
		return simplify ? simplifyPin(pin) : pin;
	},
});

export const ipfs: Resource = {
	name: 'Storage (IPFS)',
	value: 'ipfs',
	description: 'Files and folders pinned to IPFS',
	operations: [remove, get, getAll, pinByCid, pinFile, pinFolder, waitUntilPinned],
};
