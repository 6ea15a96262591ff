import { hintUnread } from '../../../shared/endpoints/nodeFacts';
import {
	defineFilters,
	filterBy,
	organizationFilter,
	protocolFilter,
	returnAllProperties,
	sortProperty,
	statusFilter,
	textFilter,
} from '../../../shared/fields/listFields';
import { readList } from '../../../shared/fields/readList';
import { nameLocator, networkLocator, projectLocator } from '../../../shared/fields/locator';
import { INCLUDE_SECRETS, platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { addNetworks } from '../../../shared/managementApi/nodeNetworks';
import { NODE_ROLES, NODE_TYPES } from '../../../shared/managementApi/placement';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { INCLUDE_PLACE, addPlaces, simplifyNode } from './present';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many nodes',
	description: 'List nodes, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		...returnAllProperties,
		// Free text where the live service knows more values than its documentation.
		defineFilters(
			field('boolean', 'Archive', 'archive', {
				default: true,
				description: 'Whether to list only nodes with the full history, or only those without',
			}),
			textFilter('publicNetwork', 'Chain Network', 'nodes on this chain', 'ethereum-mainnet'),
			textFilter('name', 'Name', 'nodes of this name'),
			filterBy({ ...networkLocator, name: 'network' }, 'nodes of this network'),
			organizationFilter('nodes of this organization'),
			filterBy(projectLocator, 'nodes of this project'),
			textFilter('projectType', 'Project Type', 'nodes in projects of this type', 'public'),
			protocolFilter('nodes of this protocol'),
			nameLocator('Provider', 'provider', {
				search: 'searchProviders',
				example: 'aws',
				description: 'Only nodes in this cloud',
			}),
			nameLocator('Region', 'region', {
				search: 'searchRegions',
				example: 'us-east-1',
				description: 'Only nodes in this region',
			}),
			field('options', 'Role', 'role', {
				options: NODE_ROLES,
				default: 'peer',
				description: 'Only nodes of this role',
			}),
			statusFilter('nodes', 'running', {
				error: 'Error',
				failed: 'Failed',
				maintenance: 'Maintenance',
				pending: 'Pending',
				running: 'Running',
				starting: 'Starting',
				stopped: 'Stopped',
				stopping: 'Stopping',
			}),
			field('options', 'Type', 'type', {
				options: NODE_TYPES,
				default: 'dedicated',
				description: 'Only nodes of this type',
			}),
		),
		simplifyProperty,
		sortProperty,
		platformOptions(INCLUDE_SECRETS, INCLUDE_PLACE),
	],
	async execute({ filters, sort: orderBy, simplify, options, ...limits }, context) {
		const { api, isTool } = context;
		const found = await readList('/v1/nodes/', { ...filters, orderBy }, limits, context);
		const known = await addNetworks(found, api).catch((error: unknown) => {
			hintUnread(error, context);
			return found;
		});
		const nodes = options.includePlace ? await addPlaces(known, api) : known;
		return simplify || isTool
			? nodes.map((node) => simplifyNode(node, options.includeSecrets && !isTool))
			: nodes;
	},
});
