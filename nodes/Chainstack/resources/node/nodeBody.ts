import type { IDataObject } from 'n8n-workflow';

import { checkPlacement, PROTOCOLS } from '../../../shared/managementApi/placement';
import { Problem } from '../../../shared/text/problem';
import type { ValuesOf } from '../../../shared/values/field';
import type { nodeFields, nodeOptions } from './nodeFields';

/** The settings of a node to be created. */
type NodeOptions = Readonly<Partial<ValuesOf<typeof nodeOptions>>>;

/**
 * The body that creates a node (specification section 4.3).
 * @param node as it is filled in
 * @param protocol of its network, where that is documented
 * @throws Problem for values that do not go together
 */
export function buildNodeBody(
	node: Readonly<ValuesOf<typeof nodeFields>> & { options: NodeOptions },
	protocol?: string,
): IDataObject {
	const { name, type, provider, region, archive, options } = node;
	const { role = 'peer', configuration, allowUndocumentedValues } = options;
	const place = readPlace({ ...options, provider, region });
	checkPlacement({ protocol, type, role, ...place, allowUndocumentedValues });
	// Without an archive, that is sent only for protocols that are known to have the setting.
	const isKnown = PROTOCOLS.some(({ value, hasArchive }) => value === protocol && hasArchive);
	return {
		name,
		type,
		role,
		...place,
		configuration: {
			...((archive || isKnown) && { archive }),
			...configuration,
		} as IDataObject,
	};
}

/**
 * @returns where a node is to run
 * @throws Problem as {@link preferCustom}
 */
export function readPlace(values: NodeOptions & { provider?: string; region?: string }) {
	const { provider, customProvider, region, customRegion, allowUndocumentedValues } = values;
	return {
		provider: preferCustom('Provider', provider, customProvider, allowUndocumentedValues),
		region: preferCustom('Region', region, customRegion, allowUndocumentedValues),
	};
}

/**
 * @param field display name of the field with the list
 * @returns the custom value where it is filled in, otherwise the one from the list
 * @throws Problem when it is filled in although undocumented values are not allowed: without an effect it would mislead
 */
export function preferCustom(
	field: string,
	listed: string | undefined,
	custom = '',
	allowUndocumented = false,
): string | undefined {
	if (custom === '') return listed;
	if (allowUndocumented) return custom;
	throw new Problem(`'Custom ${field}' is filled in, but 'Allow Undocumented Values' is off`, {
		hint: `Turn on 'Allow Undocumented Values' in the options, or remove 'Custom ${field}'`,
	});
}
