import type { IDataObject } from 'n8n-workflow';

import { familyOfProtocol } from '../addresses/chains';
import { checkedId } from '../managementApi/resourceIds';
import type { OperationContext } from '../run/session';
import { isRecord } from '../text/json';

/** What is known of the network of a node. */
export interface NodeNetwork {
	/** The platform's name of the protocol, such as `ethereum`. */
	protocol: string;
	/** Its name of the network, such as `ethereum-sepolia-testnet`, where it is known. */
	network?: string;
}

/**
 * Reads the network of a node, once per run and network.
 * @throws Problem
 */
export async function networkOfNode(
	node: IDataObject,
	{ once }: Pick<OperationContext, 'once'>,
): Promise<IDataObject> {
	const id = checkedId(node.network, 'network');
	return await once(
		`network ${id}`,
		async ({ api }) => await api.get(`/v1/networks/${id}/`, `network ${id}`),
	);
}

/** @returns what a network returned by the platform says about its nodes */
export function networkOf({ protocol, configuration }: IDataObject): NodeNetwork {
	const name = isRecord(configuration) ? configuration.network : undefined;
	return {
		protocol: String(protocol ?? ''),
		...(typeof name === 'string' && name !== '' && { network: name }),
	};
}

/** @returns why nodes of a network cannot be asked, if they cannot */
export function notServed({ protocol }: NodeNetwork): string | undefined {
	return familyOfProtocol(protocol) === undefined
		? `it runs ${protocol}, whose interface is not documented`
		: undefined;
}
