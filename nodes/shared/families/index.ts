import type { FamilyName } from '../addresses/chains';
import { aptos } from './aptos';
import { beacon } from './beacon';
import { bitcoin } from './bitcoin';
import { cosmos } from './cosmos';
import { evm } from './evm';
import type { Family } from './family';
import { hypercore } from './hypercore';
import { near } from './near';
import { polkadot } from './polkadot';
import { solana } from './solana';
import { starknet } from './starknet';
import { stellar } from './stellar';
import { sui } from './sui';
import { ton } from './ton';
import { tron } from './tron';
import { xrpl } from './xrpl';

/** How nodes of each family are asked: EVM first, the others by name. */
export const FAMILIES: Readonly<Record<FamilyName, Family>> = {
	evm,
	aptos,
	beacon,
	bitcoin,
	cosmos,
	hypercore,
	near,
	polkadot,
	solana,
	starknet,
	stellar,
	sui,
	ton,
	tron,
	xrpl,
};

/**
 * @returns whether a call looks something up by number or hash that a node may not know yet, and says so with null; of
 * what is pending, each node has its own
 */
export function isLookup(
	method: string,
	params: readonly unknown[] | Readonly<Record<string, unknown>>,
): boolean {
	const values = Object.values(params);
	if (values.length === 0 || values.includes('pending')) return false;
	return Object.values(FAMILIES).some(({ lacksAsNull }) => lacksAsNull?.test(method) === true);
}

/** @returns whether a JSON-RPC method of any family only reads, so that it may be batched and repeated */
export function isReadMethod(method: string): boolean {
	return Object.values(FAMILIES).some(({ reads }) => reads?.test(method) === true);
}

/** @returns the name of a family without what explains it, such as `EVM` or `Bitcoin` */
export function nameFamily(family: FamilyName): string {
	return FAMILIES[family].title.replace(/[ -]*[(,].*/, '');
}
