import { filtersOf, textFilter } from '../../../shared/fields/collections';
import {
	networkFilter,
	projectFilter,
	protocolFilter,
	providerFilter,
	regionFilter,
} from '../../../shared/fields/filters';
import { NODE_ROLES, NODE_TYPES } from '../../../shared/managementApi/placement';
import { field } from '../../../shared/values/field';

const NODE_STATES = [
	{ name: 'Error', value: 'error' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Maintenance', value: 'maintenance' },
	{ name: 'Pending', value: 'pending' },
	{ name: 'Running', value: 'running' },
	{ name: 'Starting', value: 'starting' },
	{ name: 'Stopped', value: 'stopped' },
	{ name: 'Stopping', value: 'stopping' },
] as const;

/** The filters of the list of nodes. Free text where the live service knows more values than its documentation. */
export const nodeFilters = filtersOf(
	field('boolean', 'Archive', 'archive', {
		default: true,
		description: 'Whether to list only nodes with the full history, or only those without',
	}),
	textFilter(
		'publicNetwork',
		'Chain Network',
		'Only nodes on this public chain',
		'ethereum-mainnet',
	),
	textFilter('name', 'Name', 'Only nodes of this name'),
	networkFilter('Only nodes of this network'),
	textFilter('organization', 'Organization ID', 'Only nodes of this organization', 'RG-123-456'),
	projectFilter('Only nodes of this project'),
	textFilter('projectType', 'Project Type', 'Only nodes in projects of this type', 'public'),
	protocolFilter('Only nodes of this protocol'),
	providerFilter('Only nodes in this cloud'),
	regionFilter('Only nodes in this region'),
	field('options', 'Role', 'role', {
		options: NODE_ROLES,
		default: 'peer',
		description: 'Only nodes of this role',
	}),
	field('options', 'Status', 'status', {
		options: NODE_STATES,
		default: 'running',
		description: 'Only nodes in this state',
	}),
	field('options', 'Type', 'type', {
		options: NODE_TYPES,
		default: 'dedicated',
		description: 'Only nodes of this type',
	}),
);
