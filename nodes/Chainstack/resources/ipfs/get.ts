import { platformOptions } from '../../../shared/fields/options';
import { simplifyProperty } from '../../../shared/fields/listFields';
import { defineOperation } from '../../../shared/run/operation';
import { ipfsNotice, pinIdProperty, pinPath } from './pinFields';
import { simplifyPin } from './pinList';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get IPFS pin',
	description: 'Retrieve one pin with its CID, status and public link',
	effect: 'reads',
	properties: [ipfsNotice, pinIdProperty, simplifyProperty, platformOptions()],
	async execute({ pinId, simplify }, { api }) {
		const pin = await api.get(pinPath(pinId), `pin ${pinId}`);
		return simplify ? simplifyPin(pin) : pin;
	},
});
