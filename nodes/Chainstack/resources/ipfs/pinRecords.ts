import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';

/**
 * Finds the pin records in the answer to a request that pins: a list as documented, a list inside
 * `results` or `data`, or a single one.
 *
 * @param least the minimum number of records
 * @throws Problem with an unclear effect when they are missing
 */
export function createdPins(answer: unknown, least: number): IDataObject[] {
	const pins = pinRecords(answer);
	if (pins !== undefined && pins.length >= least) return pins;
	throw new Problem('The pins may exist anyway: Chainstack returned JSON without pin records', {
		effect: 'unclear',
		hint: 'Before you send this item again, check in the Chainstack console whether they were created',
	});
}

function pinRecords(answer: unknown): IDataObject[] | undefined {
	if (Array.isArray(answer)) return answer.every(isRecord) ? (answer as IDataObject[]) : undefined;
	if (!isRecord(answer)) return undefined;
	if (answer.results !== undefined) return pinRecords(answer.results);
	if (answer.data !== undefined) return pinRecords(answer.data);
	return 'id' in answer || 'cid' in answer ? [answer as IDataObject] : undefined;
}
