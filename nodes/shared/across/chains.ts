import type { Chain } from '../addresses/chains';
import { formatChain } from '../readiness/expectedChain';
import type { EndpointReport } from '../readiness/endpointReport';
import { groupBy } from '../text/json';
import { Problem } from '../text/problem';
import type { Candidate } from './attempt';

/** What endpoints said of themselves, by their keys. */
export type Reports = ReadonlyMap<string, EndpointReport | undefined>;

/** The chain of an endpoint, as far as it is known: by what it said, or by its address. */
interface KnownChain {
	id?: string;
	listed?: Chain;
}

/** @returns the chain of an endpoint; `undefined` where neither its address nor the endpoint says it */
function readChain({ resolved }: Candidate, report?: EndpointReport): KnownChain | undefined {
	if (report === undefined) {
		const listed = 'endpoint' in resolved ? resolved.endpoint.chain : undefined;
		return listed === undefined ? undefined : { listed };
	}
	const { chain: listed, chainMark, chainId } = report;
	const id = chainMark ?? chainId;
	if (id === undefined) return listed === undefined ? undefined : { listed };
	// Of some chains the table knows no id.
	const isListed = listed !== undefined && (listed.ids.length === 0 || listed.ids.includes(id));
	return { id, listed: isListed ? listed : undefined };
}

/** @returns whether the address or the report of an endpoint says on which chain it is */
export function isChainKnown(candidate: Candidate, report?: EndpointReport): boolean {
	return readChain(candidate, report) !== undefined;
}

/**
 * Makes sure that endpoints are on one chain, as far as that is known.
 * @param reports of those that were asked; what an endpoint says counts more than its address
 * @throws Problem when two of them are on different chains
 */
export function assertOneChain(
	candidates: readonly Candidate[],
	reports: Reports = new Map(),
): void {
	const known = candidates.flatMap((each) => readChain(each, reports.get(each.key)) ?? []);
	if (!known.some((a) => known.some((b) => areDifferent(a, b)))) return;
	const chains = [...groupBy(known.map(nameChain), (name) => name).values()];
	const counted = chains
		.sort((a, b) => b.length - a.length)
		.map((group) => `${group[0]} (${group.length})`);
	throw new Problem(`The endpoints are on different chains: ${counted.join(', ')}`, {
		hint: "Choose a network, or nodes of one chain. With 'Expected Chain ID' in the options, those of other chains are left out",
	});
}

/** Whether two chains are certainly not the same: ids compare with ids, and rows of the table with rows. */
function areDifferent(a: KnownChain, b: KnownChain): boolean {
	const listed = a.listed ?? b.listed;
	const id = a.id ?? b.id;
	if (a.listed !== undefined && b.listed !== undefined) {
		if (a.listed.network !== b.listed.network) return true;
		if (a.listed.ids.length > 0) return false;
	}
	if (a.id !== undefined && b.id !== undefined) return a.id !== b.id;
	if (listed === undefined || id === undefined || listed.ids.length === 0) return false;
	return !listed.ids.includes(id);
}

function nameChain({ id, listed }: KnownChain): string {
	if (listed === undefined) return formatChain(id ?? '');
	const isTold = listed.ids.length === 0 && id !== undefined;
	return isTold ? `${listed.name}, ${formatChain(id)}` : listed.name;
}
