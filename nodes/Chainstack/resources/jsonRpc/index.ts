import type { Resource } from '../../../shared/run/operation';
import { call } from './call';
import { callAcross } from './callAcross';
import { checkCapabilities } from './checkCapabilities';
import { checkHealth } from './checkHealth';
import { checkSync } from './checkSync';
import { waitUntilSynced } from './waitUntilSynced';

export const jsonRpc: Resource = {
	name: 'Endpoint (JSON-RPC)',
	value: 'jsonRpc',
	description: 'Calls to the endpoint of a node',
	operations: [call, callAcross, checkCapabilities, checkHealth, checkSync, waitUntilSynced],
	defaultOperation: checkSync,
};
