import {
	networkFilter,
	projectFilter,
	protocolFilter,
	providerFilter,
	regionFilter,
} from '../../../shared/fields/filters';
import { NODE_ROLES, NODE_TYPES } from '../../../shared/managementApi/placement';
import type { Property } from '../../../shared/values/propertyTypes';

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
export const nodeFilters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Archive',
			name: 'archive',
			type: 'boolean',
			default: true,
			description: 'Whether to list only nodes with the full history, or only those without',
		},
		{
			displayName: 'Chain Network',
			name: 'publicNetwork',
			type: 'string',
			default: '',
			placeholder: 'e.g. ethereum-mainnet',
			description: 'Only nodes on this public chain',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: 'Only nodes of this name',
		},
		networkFilter('Only nodes of this network'),
		{
			displayName: 'Organization ID',
			name: 'organization',
			type: 'string',
			default: '',
			placeholder: 'e.g. RG-123-456',
			description: 'Only nodes of this organization',
		},
		projectFilter('Only nodes of this project'),
		{
			displayName: 'Project Type',
			name: 'projectType',
			type: 'string',
			default: '',
			placeholder: 'e.g. public',
			description: 'Only nodes in projects of this type',
		},
		protocolFilter('Only nodes of this protocol'),
		providerFilter('Only nodes in this cloud'),
		regionFilter('Only nodes in this region'),
		{
			displayName: 'Role',
			name: 'role',
			type: 'options',
			options: NODE_ROLES,
			default: 'peer',
			description: 'Only nodes of this role',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: NODE_STATES,
			default: 'running',
			description: 'Only nodes in this state',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: NODE_TYPES,
			default: 'dedicated',
			description: 'Only nodes of this type',
		},
	],
} as const satisfies Property;
