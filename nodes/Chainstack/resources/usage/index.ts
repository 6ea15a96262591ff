import type { Resource } from '../../../shared/run/operation';
import { exportReport } from './export';
import { getReport } from './getReport';

export const usage: Resource = {
	name: 'Usage',
	value: 'usage',
	description: 'Usage of nodes: compute hours, storage and requests',
	operations: [exportReport, getReport],
};
