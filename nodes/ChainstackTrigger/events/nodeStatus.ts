import { statusEvent } from '../../shared/watching/statusEvent';

export const nodeStatus = statusEvent({
	name: 'Node Status Changed',
	value: 'nodeStatusChanged',
	description: 'When a node changes its status, for instance from running to stopped',
	resource: 'node',
	plural: 'Nodes',
	path: '/v1/nodes/',
	goodStatus: 'running',
	idExample: 'ND-123-456-789, ND-987-654-321',
});
