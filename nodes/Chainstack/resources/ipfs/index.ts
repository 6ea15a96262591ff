import type { Resource } from '../../../shared/run/operation';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { pinByCid } from './pinByCid';
import { pinFile } from './pinFile';
import { pinFolder } from './pinFolder';
import { waitUntilPinned } from './waitUntilPinned';

export const ipfs: Resource = {
	name: 'IPFS',
	value: 'ipfs',
	description: 'Files and folders pinned to IPFS',
	operations: [remove, get, getAll, pinByCid, pinFile, pinFolder, waitUntilPinned],
};
