import type { Resource } from '../../../shared/items/operation';
import { pinFolder } from './pinFolder';

export const ipfs: Resource = {
	name: 'IPFS',
	value: 'ipfs',
	description: 'Files and folders pinned to IPFS',
	operations: [pinFolder],
};
