import { jsonExcerpt } from '../../pure/excerpt';
import type { Family } from './family';
import { objectIn, timeIn, unusable } from './readFields';

/** Hyperliquid's HyperCore: the exchange's own status. Which members it has is not documented for sure. */
export const hypercore: Family = {
	name: 'hypercore',
	title: 'Hyperliquid HyperCore',
	asks: '/info with exchangeStatus',
	async look(ask) {
		const result = objectIn(await ask.post('', { type: 'exchangeStatus' }), 'status');
		const blockTimeMs = timeIn(result.time, 1);
		const isKnown =
			blockTimeMs !== undefined || 'universe' in result || 'specialStatuses' in result;
		if (!isKnown) throw unusable('the answer is no status of the exchange', result);
		const special = result.specialStatuses ?? null;
		const isSpecial = special !== null && JSON.stringify(special) !== '[]';
		return {
			result,
			isSyncing: isSpecial,
			...(isSpecial && { reason: `the exchange reports ${jsonExcerpt(special, 100)}` }),
			...(!isSpecial && blockTimeMs === undefined && { reason: 'the exchange gave no time' }),
			blockTimeMs,
		};
	},
};
