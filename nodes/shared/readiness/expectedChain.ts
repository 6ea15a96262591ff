import type { FamilyName } from '../jsonRpc/chains';
import type { Property } from '../parameters/propertyTypes';
import { valueExcerpt } from '../pure/excerpt';
import { Problem } from '../pure/problem';

/** Families that number their chains as EVM does. */
const COUNTS_CHAINS = new Set<FamilyName>(['evm', 'beacon']);

/** The chain an endpoint has to belong to. The description depends on where the field is used. */
export const EXPECTED_CHAIN = {
	displayName: 'Expected Chain ID',
	name: 'expectedChainId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1, or 0x1',
} as const satisfies Property;

/**
 * @param text what the user gave, decimal or hexadecimal for EVM
 * @returns the id in the spelling of the family; decimal for EVM
 * @throws Problem when it is not the id of an EVM chain
 */
export function checkedChainId(text: string, family: FamilyName): string {
	const trimmed = text.trim();
	if (!COUNTS_CHAINS.has(family)) return trimmed;
	const isNumber = /^(\d{1,78}|0x[\da-f]{1,64})$/i.test(trimmed);
	const id = isNumber ? BigInt(trimmed) : 0n;
	if (id > 0n) return id.toString();
	throw new Problem(
		`'Expected Chain ID' must be a number of at least 1, decimal or hexadecimal, but it is '${valueExcerpt(trimmed)}'`,
		{ hint: 'Ethereum is 1, Base 8453, BNB Smart Chain 56' },
	);
}
