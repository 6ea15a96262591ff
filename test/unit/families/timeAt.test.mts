import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import { FAMILIES } from '../../../nodes/shared/families';
import { ProbeError, settle } from '../../../nodes/shared/families/family';
import {
	createProbeClient,
	rejecting,
	UNREACHABLE,
	type Answers,
} from '../fixtures/familyProbe.mts';

const TIME = Date.parse('2026-11-20T10:00:01Z');
const SECONDS = TIME / 1000;
const NOW = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb';
const LEDGER = 'POST  {"method":"ledger","params":[{"ledger_index":500}]}';
const EVM_BLOCK =
	'POST ../evm {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["0x1f4",false]}';

function storedTime(): string {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64LE(BigInt(TIME));
	return `0x${bytes.toString('hex')}`;
}

/** Block 500 in the answers of each family, as its documentation shows them. */
const ROWS: Array<[FamilyName, Answers]> = [
	['aptos', { 'GET blocks/by_height/500': { block_height: '500', block_timestamp: `${TIME}000` } }],
	['bitcoin', { 'getblockhash [500]': '00ab', 'getblockheader ["00ab"]': { time: SECONDS } }],
	[
		'cosmos',
		{
			'blockchain ["500","500"]': {
				last_height: '900',
				block_metas: [{ header: { height: '500', time: '2026-11-20T10:00:01.000000000Z' } }],
			},
		},
	],
	['hypercore', { [EVM_BLOCK]: { result: { timestamp: `0x${SECONDS.toString(16)}` } } }],
	['near', { 'block [500]': { header: { timestamp_nanosec: `${TIME}000000` } } }],
	[
		'polkadot',
		{ 'chain_getBlockHash [500]': '0xab', [`state_getStorage ["${NOW}","0xab"]`]: storedTime() },
	],
	['solana', { 'getBlockTime [500]': SECONDS }],
	['starknet', { 'starknet_getBlockWithTxHashes [{"block_number":500}]': { timestamp: SECONDS } }],
	['sui', { 'sui_getCheckpoint ["500"]': { timestampMs: String(TIME) } }],
	[
		'ton',
		{
			'GET getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=500': {
				ok: true,
				result: { gen_utime: SECONDS },
			},
		},
	],
	[
		'tron',
		{ 'POST getblockbynum {"num":500}': { block_header: { raw_data: { timestamp: TIME } } } },
	],
	// Seconds since the year 2000.
	['xrpl', { [LEDGER]: { result: { ledger: { close_time: SECONDS - 946_684_800 } } } }],
];

/** Where a node does not answer, the time is unknown. */
async function timeAt(family: FamilyName, answers: Answers): Promise<number | undefined> {
	const time = await settle(FAMILIES[family].timeAt!(createProbeClient(answers), 500n));
	return time instanceof ProbeError ? undefined : time;
}

describe.each(ROWS)('the time of a block of %s', (family, answers) => {
	const last = Object.keys(answers).at(-1) ?? '';

	it('is read by its height', async () => {
		expect(await timeAt(family, answers)).toBe(TIME);
	});

	it.each<[string, Answers]>([
		['is not served', {}],
		['is out of reach', rejecting(answers, UNREACHABLE, last)],
		['is null', { ...answers, [last]: null }],
		['is empty', { ...answers, [last]: {} }],
	])('is unknown where it %s', async (_, missing) => {
		expect(await timeAt(family, missing)).toBeUndefined();
	});
});

it('is read in the dialect of the host', async () => {
	const query = 'POST graphql {"query":"{ checkpoint(sequenceNumber: 500) { timestamp } }"}';
	const data = { checkpoint: { timestamp: '2026-11-20T10:00:01Z' } };
	const ask = { ...createProbeClient({ [query]: { data } }), dialect: 'graphql' };
	expect(await FAMILIES.sui.timeAt?.(ask, 500n)).toBe(TIME);
});

it('is given by all families but those that have no such question', () => {
	const without = Object.keys(FAMILIES).filter((name) => !ROWS.some(([family]) => family === name));
	expect(without).toEqual(['evm', 'beacon', 'stellar']);
});
