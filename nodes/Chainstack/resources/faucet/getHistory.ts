import type { IDataObject } from 'n8n-workflow';

import { returnAllProperties } from '../../../shared/fields/listFields';
import { takeUpToLimit } from '../../../shared/fields/readList';
import { platformOptions, simplifyProperty } from '../../../shared/fields/options';
import { makeUnexpectedAnswerProblem } from '../../../shared/managementApi/answerProblem';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import { defineOperation } from '../../../shared/run/operation';
import { isRecord } from '../../../shared/text/json';
import { parseTimestamp } from '../../../shared/text/timestamp';
import { convertToCoins } from './coins';

export const getHistory = defineOperation({
	name: 'Get History',
	value: 'getHistory',
	action: 'Get faucet history',
	description:
		'List the test tokens the organization has received: chain, address, amount and time',
	effect: 'reads',
	properties: [...returnAllProperties, simplifyProperty, platformOptions()],
	async execute({ returnAll, limit, simplify }, context) {
		// The service returns all transfers at once.
		const all = await listTransfers(context.api);
		const transfers = await takeUpToLimit(all, { returnAll, limit }, context);
		return simplify || context.isTool ? transfers.map(simplifyTransfer) : transfers;
	},
});

/** Reads what the faucet has sent to the organization so far. @throws Problem, also when the answer is not a list */
export async function listTransfers(api: PlatformClient): Promise<IDataObject[]> {
	const answer = await api.json('/v1/faucet/transactions-history', 'faucet history');
	if (Array.isArray(answer) && answer.every(isRecord)) return answer as IDataObject[];
	throw makeUnexpectedAnswerProblem('a faucet history that is not a list of transfers');
}

/** The fields of a transfer that most workflows need: the amount in coins where these are known, and the time as a date. */
function simplifyTransfer(transfer: IDataObject): IDataObject {
	const { protocol, network, address, amount, transactionHash } = transfer;
	// Amounts of 18 decimals do not fit into a number, so the service sends an object with a text.
	const value = isRecord(amount) ? amount.$numberDecimal : amount;
	return {
		protocol,
		network,
		address,
		...(convertToCoins(value, protocol) ?? { amount: String(value ?? '') }),
		transactionHash,
		sentAt: readTime(transfer),
	};
}

/** @returns when a transfer was made, such as `2026-11-20T08:00:00.000Z`, where it says so */
export function readTime({ timestamp }: IDataObject): string | null {
	const milliseconds = Number(timestamp);
	const time = new Date(Number.isNaN(milliseconds) ? parseTimestamp(timestamp) : milliseconds);
	return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
