import { statusEvent } from '../../shared/watching/statusEvent';

export const networkStatus = statusEvent({
	name: 'Network Status Changed',
	value: 'networkStatusChanged',
	description: 'When a network changes its status, for instance from ok to warning',
	resource: 'network',
	plural: 'Networks',
	path: '/v1/networks/',
	goodStatus: 'ok',
	idExample: 'NW-123-456-789, NW-987-654-321',
});
