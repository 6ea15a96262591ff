import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { FamilyName } from '../../../shared/addresses/chains';
import { resolveEndpoint, type EndpointValues } from '../../../shared/endpoints/resolveEndpoint';
import { nameFamily } from '../../../shared/families';
import { nameLocator } from '../../../shared/fields/locator';
import {
	searchKnown,
	withDropdownContext,
	type PanelSearch,
} from '../../../shared/fields/searchList';
import { isRecord } from '../../../shared/text/json';
import { parseList } from '../../../shared/text/strings';
import type { Property } from '../../../shared/values/field';
import { COMMON_METHODS } from './commonMethods';

/** The field that chooses a JSON-RPC method: one of the common ones from a list, or any by its name. */
export const methodProperty = {
	...nameLocator('Method', 'method', {
		search: 'searchMethods',
		example: 'eth_getBalance',
		description:
			'The method to call. The list begins with methods of the chosen node. Methods that are not known to be read-only are sent alone and never repeated.',
		advice: 'The method must belong to the chain of the node: eth_ methods only for EVM chains.',
	}),
	default: { mode: 'list', value: 'eth_blockNumber' },
	required: true,
} as const satisfies Property;

/**
 * Fills the list of {@link methodProperty}: methods of the chosen node first. A name that is not in the list can be
 * chosen as it was typed.
 */
export const searchMethods: PanelSearch = async function (filter) {
	// With each letter that is typed, the list is searched anew: that must not wait for a look-up of the node.
	const family = (filter ?? '').trim() === '' ? await findFamily(this) : undefined;
	return await searchKnown(listMethods(family)).call(this, filter);
};

/** @returns entries such as `eth_getBalance [address, "latest"]: balance of an address (EVM)`, own methods first */
function listMethods(own: FamilyName | undefined) {
	const families = Object.keys(COMMON_METHODS) as FamilyName[];
	const isOwn = (family: FamilyName): number => Number(family === own);
	families.sort((a, b) => isOwn(b) - isOwn(a));
	return families.flatMap((family) => {
		const chains = family === own ? '' : ` (${nameFamily(family)})`;
		return Object.entries(COMMON_METHODS[family] ?? {}).map(([value, [params, gives]]) => ({
			name: `${[value, params].filter(Boolean).join(' ')}: ${gives}${chains}`,
			value,
		}));
	});
}

/** @returns the family of the endpoint that is chosen in the panel; `undefined` while none is, or it cannot be read */
async function findFamily(n8n: ILoadOptionsFunctions): Promise<FamilyName | undefined> {
	const chosen = readChosenEndpoint(n8n);
	const isChosen = chosen.endpointSource === 'credential' || chosen.nodeId + chosen.url !== '';
	if (!isChosen) return undefined;
	// Without it, the list is the same in another order.
	const resolved = await withDropdownContext(n8n, (context) =>
		resolveEndpoint(chosen, {}, context),
	).catch(() => undefined);
	return resolved !== undefined && 'endpoint' in resolved ? resolved.endpoint.family : undefined;
}

/** @returns the endpoint that the panel names, of several the first; an expression names none */
function readChosenEndpoint(n8n: ILoadOptionsFunctions): EndpointValues {
	const read = (name: string): string => {
		const given = n8n.getCurrentNodeParameter(name) as unknown;
		const value = isRecord(given) ? given.value : given;
		return typeof value === 'string' && !value.startsWith('=') ? value.trim() : '';
	};
	const firstOf = (name: string): string => parseList(read(name))[0] ?? '';
	const several = read('endpoints');
	if (several === 'addresses')
		return { endpointSource: 'url', nodeId: '', url: firstOf('addresses') };
	if (several !== '') {
		const nodeId = read('nodes.node[0].nodeId') || firstOf('ids');
		return { endpointSource: 'node', nodeId: several === 'nodes' ? nodeId : '', url: '' };
	}
	const source = read('endpointSource');
	if (source === 'credential') return { endpointSource: source, nodeId: '', url: '' };
	return source === 'url'
		? { endpointSource: source, nodeId: '', url: read('url') }
		: { endpointSource: 'node', nodeId: read('nodeId'), url: '' };
}
