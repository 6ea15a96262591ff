import { toExactNumber, toHexQuantity } from '../jsonRpc/quantities';
import { readBlockTime } from '../readiness/ageLimit';
import type { EndpointReport } from '../readiness/endpointReport';
import type { OperationContext } from '../run/operationContext';
import { Problem } from '../text/problem';
import { describeAttempt, type CallPlan, type Candidate, type Excluded } from './attempt';
import { replaceBlocks } from './blocks';
import type { Heads } from './heads';

/** The tags by which a call names blocks that endpoints understand differently; `undefined` where it can name none. */
export function findTags({ family, method, params }: CallPlan): ReadonlySet<string> | undefined {
	if (family !== 'evm' || !Array.isArray(params)) return undefined;
	const tags = new Set<string>();
	const note = (tag: string): string => {
		tags.add(tag);
		return tag;
	};
	return replaceBlocks(method, params, note) === undefined ? undefined : tags;
}

/** The numbers of the blocks that a call names by tags, and when they were chosen, in monotonic milliseconds. */
export interface PinnedBlocks {
	numbers: ReadonlyMap<string, bigint>;
	chosenAt: number;
}

/** How many endpoints have to have reached a block: as many as have to agree, and more than half of all. */
export function countNeeded(candidates: readonly Candidate[], { atLeast }: CallPlan): number {
	return Math.max(atLeast, Math.floor(candidates.length / 2) + 1);
}

/**
 * Makes one number of each tag: that of the highest block which enough endpoints have reached.
 * @param excluded the endpoints that take no part
 * @returns the Problem where too few endpoints have such a block at present
 * @throws Problem when it is older than the user accepts, and Cancelled
 */
export async function pinBlocks(
	{ candidates, plan, heads, excluded }: Pinning,
	tags: ReadonlySet<string>,
	context: OperationContext,
): Promise<PinnedBlocks | Problem> {
	const needed = countNeeded(candidates, plan);
	const numbers = new Map<string, bigint>();
	for (const tag of tags) {
		const holders = listHolders(candidates, heads, excluded, tag);
		const highestFirst = holders.sort((a, b) => Number(b.number - a.number));
		const found = highestFirst.at(needed - 1);
		if (found === undefined) {
			const others = [...excluded].map(([candidate, why]) => describeAttempt(candidate, why));
			return makeBlockProblem(
				`${needed} of ${candidates.length} endpoints have to have a recent block '${tag}', and ${holders.length} have one. ${others.join(' | ')}`,
			);
		}
		if (tag !== 'latest') await checkAge(tag, found, plan, context);
		numbers.set(tag, found.number);
	}
	return { numbers, chosenAt: heads.askedAt };
}

/** The facts from which a block is chosen. */
export interface Pinning {
	candidates: readonly Candidate[];
	plan: CallPlan;
	heads: Heads;
	excluded: Excluded;
}

/** Excludes the endpoints that have not reached the blocks, or do not say so. */
export function excludeBelow(
	{ candidates, heads, excluded }: Pinning,
	{ numbers }: PinnedBlocks,
): void {
	for (const [tag, number] of numbers) {
		const holders = new Map(
			listHolders(candidates, heads, excluded, tag).map((each) => [each.candidate, each.number]),
		);
		for (const candidate of candidates) {
			if (excluded.has(candidate)) continue;
			const own = holders.get(candidate);
			if (own === undefined) {
				const reason = `it returned no block '${tag}'`;
				excluded.set(candidate, { state: 'invalidResponse', reason });
			} else if (own < number) {
				const reason = `it has block ${toExactNumber(own)}, and ${toExactNumber(number)} was asked for`;
				excluded.set(candidate, { state: 'lagging', reason });
			}
		}
	}
}

/** @returns the plan with these blocks in place of their tags */
export function fillBlocks(plan: CallPlan, { numbers }: PinnedBlocks): CallPlan {
	const { method, params } = plan;
	const fill = (tag: string): string => {
		const number = numbers.get(tag);
		return number === undefined ? tag : toHexQuantity(number);
	};
	const filled = Array.isArray(params) ? replaceBlocks(method, params, fill) : undefined;
	const blockNumber = [...numbers.values()].reduce((a, b) => (a > b ? a : b));
	return { ...plan, params: filled ?? params, blockNumber };
}

/** An endpoint that has a block of a tag. */
interface Holder {
	candidate: Candidate;
	report: EndpointReport;
	number: bigint;
}

function listHolders(
	candidates: readonly Candidate[],
	{ health }: Heads,
	excluded: Excluded,
	tag: string,
): Holder[] {
	return candidates.flatMap((candidate) => {
		const report = health.get(candidate.key)?.report;
		if (report === undefined || excluded.has(candidate)) return [];
		const { blockNumber: latest, safeBlock: safe, finalizedBlock: finalized } = report;
		const number = new Map([
			['latest', latest],
			['safe', safe],
			['finalized', finalized],
		]).get(tag);
		return number === undefined || latest === undefined ? [] : [{ candidate, report, number }];
	});
}

/** Blocks that are final are old by nature, so only a limit of the user applies to them. */
async function checkAge(
	tag: string,
	{ number, report }: Holder,
	{ settings }: CallPlan,
	context: OperationContext,
): Promise<void> {
	const { maxBlockAgeSeconds: limit } = settings;
	if (limit === undefined) return;
	const { headAtMs } = report;
	const madeAtMs = await readBlockTime(report, number, context);
	const ageSeconds = Math.round((headAtMs - (madeAtMs ?? headAtMs)) / 1000);
	if (ageSeconds <= limit) return;
	throw makeBlockProblem(
		`the block '${tag}' of most endpoints, ${toExactNumber(number)}, is ${ageSeconds} s old, more than the ${limit} s allowed`,
	);
}

function makeBlockProblem(why: string): Problem {
	return new Problem(`No agreement on a recent block: ${why}`, {
		hint: "Check the endpoints with Endpoint, Check Health, or raise 'Max Block Age'",
	});
}
