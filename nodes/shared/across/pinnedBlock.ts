import { toExactNumber } from '../jsonRpc/quantities';
import { readBlockTime } from '../readiness/ageLimit';
import type { EndpointReport } from '../readiness/endpointReport';
import type { OperationContext } from '../run/operationContext';
import { Problem } from '../text/problem';
import { describeAttempt, listEndpoints, type CallPlan, type Candidate } from './attempt';
import { replaceBlocks } from './blocks';
import { judgeHeads, readHeads } from './heads';

/**
 * Makes one number of each tag that endpoints understand differently: that of the highest block which at least as many
 * endpoints as have to agree, and more than half of all, have reached. It is the same for the whole run, until what was
 * read is read again.
 * @returns the plan with these blocks, and which endpoints take no part; as it is where no block is named by a tag
 * @throws Problem when too few endpoints have such a block, or it is too old, and Cancelled
 */
export async function pinBlocks(
	candidates: readonly Candidate[],
	plan: CallPlan,
	context: OperationContext,
): Promise<CallPlan> {
	const { method, params } = plan;
	const isEvm = listEndpoints(candidates)[0]?.family === 'evm' && Array.isArray(params);
	const tags = new Set<string>();
	const note = (tag: string): string => {
		tags.add(tag);
		return tag;
	};
	const named = isEvm ? replaceBlocks(method, params, note) : undefined;
	if (named === undefined)
		context.hint(
			`${method} names no block, so the results of the endpoints are compared as they are: those of endpoints some blocks apart may differ.`,
		);
	if (named === undefined || tags.size === 0) return plan;
	if (tags.has('pending'))
		throw new Problem("Endpoints cannot agree on the block 'pending': each has its own", {
			hint: 'Use latest, safe or finalized, or another strategy',
		});
	const needed = Math.max(plan.atLeast, Math.floor(candidates.length / 2) + 1);
	const finality = tags.has('safe') || tags.has('finalized');
	const heads = await readHeads(candidates, { ...plan.settings, finality }, context, needed);
	const excluded = judgeHeads(candidates, heads, plan, true);
	const numbers = new Map<string, bigint>();
	for (const tag of tags) {
		const holders = candidates.flatMap((candidate) => {
			const report = heads.get(candidate.key)?.report;
			if (report?.blockNumber === undefined || excluded.has(candidate)) return [];
			const { blockNumber: latest, safeBlock: safe, finalizedBlock: finalized } = report;
			const number = { latest, safe, finalized }[tag];
			if (number !== undefined) return [{ candidate, report, number }];
			excluded.set(candidate, {
				state: 'invalidResponse',
				reason: `it returned no block '${tag}'`,
			});
			return [];
		});
		holders.sort((a, b) => Number(b.number - a.number));
		const found = holders.at(needed - 1);
		if (found === undefined) {
			const others = [...excluded].map(([candidate, why]) => describeAttempt(candidate, why));
			throw makeBlockProblem(
				`${needed} of ${candidates.length} endpoints have to have a recent block '${tag}', and ${holders.length} have one. ${others.join(' | ')}`,
			);
		}
		const { number, report } = found;
		if (tag !== 'latest') await checkAge(tag, number, report, plan, context);
		for (const { candidate, number: own } of holders) {
			const reason = `it has block ${toExactNumber(own)}, and ${toExactNumber(number)} was asked for`;
			if (own < number) excluded.set(candidate, { state: 'lagging', reason });
		}
		numbers.set(tag, number);
	}
	const pinned = replaceBlocks(method, named, (tag) => `0x${numbers.get(tag)?.toString(16)}`);
	const blockNumber = [...numbers.values()].reduce((a, b) => (a > b ? a : b));
	return { ...plan, params: pinned ?? named, blockNumber, excluded };
}

/** Blocks that are final are old by nature, so only a limit of the user applies to them. */
async function checkAge(
	tag: string,
	number: bigint,
	report: EndpointReport,
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
		hint: "Check the endpoints with JSON-RPC, Check Health, or raise 'Max Block Age'",
	});
}
