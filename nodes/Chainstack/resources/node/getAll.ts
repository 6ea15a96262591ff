import { addNetworks } from '../../../shared/endpoints/nodeNetwork';
import { INCLUDE_SECRETS, platformOptions } from '../../../shared/fields/options';
import {
	returnAllProperties,
	simplifyProperty,
	sortProperty,
	readList,
} from '../../../shared/fields/listFields';
import { omitEmpty } from '../../../shared/managementApi/requestParts';
import { checkedId } from '../../../shared/managementApi/resourceIds';
import { defineOperation } from '../../../shared/run/operation';
import { nodeFilters } from './nodeFilters';
import { INCLUDE_PLACE, addPlaces } from './place';
import { simplifyNode } from './simplified';

export const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many nodes',
	description: 'List nodes, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		...returnAllProperties,
		nodeFilters,
		simplifyProperty,
		sortProperty,
		platformOptions(INCLUDE_SECRETS, INCLUDE_PLACE),
	],
	async execute({ returnAll, limit, filters, simplify, sort, options }, context) {
		const { api, isTool } = context;
		const {
			archive,
			name,
			network,
			organization,
			project,
			protocol,
			provider,
			region,
			role,
			status,
			type,
		} = filters;
		const query = omitEmpty({
			archive,
			name,
			network: network && checkedId(network, 'network', 'Network'),
			order_by: sort,
			organization: organization && checkedId(organization, 'organization', 'Organization ID'),
			project: project && checkedId(project, 'project', 'Project'),
			project_type: filters.projectType,
			protocol,
			provider,
			public_network: filters.publicNetwork,
			region,
			role,
			status,
			type,
		});
		const found = await readList('/v1/nodes/', query, { returnAll, limit }, context);
		const known = await addNetworks(found, context);
		const nodes = options.includePlace ? await addPlaces(known, api) : known;
		return simplify || isTool
			? nodes.map((node) => simplifyNode(node, options.includeSecrets && !isTool))
			: nodes;
	},
});
