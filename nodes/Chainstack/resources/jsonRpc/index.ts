import type { Resource } from '../../../shared/items/operation';
import { checkSync } from './checkSync';

export const jsonRpc: Resource = {
	name: 'JSON-RPC',
	value: 'jsonRpc',
	description: 'Calls to the endpoint of a node',
	operations: [checkSync],
};
