import { CHAINS, type Chain, type FamilyName } from '../addresses/chains';
import { at, read } from '../families/readFields';
import { isRecord } from '../text/json';

/** A result apart from the moment at which it was made. */
export interface DatedResult {
	/** The rest of the result. */
	said: unknown;
	/** A height, slot or ledger; absent where the result names none. */
	moment?: bigint;
}

/** How the results of a family name the moment at which they were made. */
interface MomentRule {
	/** Members of the result that belong to the moment. */
	members: readonly string[];
	/** Where its number is: the first of these paths that has one. */
	numbers: ReadonlyArray<readonly string[]>;
	/** The member that holds all that, where it is not the result itself. */
	inside?: string;
	/** Members that a result has if the moment is apart from what was asked for. */
	has: readonly string[];
	/** Methods whose results are about a ledger or transaction, so that these members are what was asked for. */
	except?: ReadonlySet<string>;
}

/**
 * The members that differ between honest nodes which were asked a moment apart. Sources: Solana RPC (`RpcResponse` with
 * `context`), NEAR RPC (`query`), toncenter's API v2 (`@extra`, `block_id`, `sync_utime`), stellar-rpc (`latestLedger`),
 * xrpl.org (`ledger_index` of methods that read a ledger's state), CometBFT (`abci_query`).
 */
const RULES: Readonly<Partial<Record<FamilyName, MomentRule>>> = {
	solana: {
		members: ['context'],
		numbers: [['context', 'slot']],
		has: ['context', 'value'],
	},
	near: {
		members: ['block_height', 'block_hash'],
		numbers: [['block_height']],
		has: ['block_height', 'block_hash'],
	},
	ton: {
		members: ['@extra', 'block_id', 'sync_utime'],
		numbers: [['block_id', 'seqno']],
		has: [],
	},
	stellar: {
		members: [
			'latestLedger',
			'latestLedgerCloseTime',
			'latestLedgerCloseTimestamp',
			'oldestLedger',
			'oldestLedgerCloseTime',
			'oldestLedgerCloseTimestamp',
		],
		numbers: [['latestLedger']],
		has: ['latestLedger'],
	},
	xrpl: {
		members: ['ledger_index', 'ledger_hash', 'ledger_current_index'],
		numbers: [['ledger_index'], ['ledger_current_index']],
		has: [],
		except: new Set([
			'book_changes',
			'ledger',
			'ledger_closed',
			'ledger_current',
			'transaction_entry',
			'tx',
		]),
	},
	cosmos: {
		members: ['height'],
		numbers: [['height']],
		inside: 'response',
		has: ['height', 'value'],
	},
};

/** @returns a result apart from its moment; as it is where it names none */
export function splitMoment(family: FamilyName, method: string, result: unknown): DatedResult {
	const rule = RULES[family];
	if (rule === undefined || rule.except?.has(method) || !isRecord(result)) return { said: result };
	const { inside } = rule;
	const dated = inside === undefined ? result : result[inside];
	if (!isRecord(dated) || !rule.has.every((name) => name in dated)) return { said: result };
	const rest = Object.entries(dated).filter(([name]) => !rule.members.includes(name));
	const said = Object.fromEntries(rest);
	const moment = findNumber(rule, dated);
	return { said: inside === undefined ? said : { ...result, [inside]: said }, moment };
}

function findNumber({ numbers }: MomentRule, dated: Record<string, unknown>): bigint | undefined {
	for (const path of numbers) {
		const number = read.integer(at(dated, ...path));
		if (number !== undefined) return number;
	}
	return undefined;
}

/**
 * @param chain of the endpoints, where it is known
 * @returns by how much the moments of healthy nodes of a chain differ at most; that of the first chain of the family that
 * is known where nothing is known of this one
 */
export function getUsualLag(family: FamilyName, chain: Chain | undefined): bigint {
	const isKnown = ({ usualLagMs, blockTimeMs }: Chain): boolean =>
		usualLagMs !== undefined && blockTimeMs !== undefined;
	const similar = CHAINS.find((each) => each.family === family && isKnown(each));
	const { usualLagMs = 0, blockTimeMs = 1 } = chain && isKnown(chain) ? chain : (similar ?? {});
	return BigInt(Math.ceil(usualLagMs / blockTimeMs));
}

/**
 * @param moments of answers, in any order
 * @returns the latest moment that at least half of them have reached: a minority that claims to be ahead or stands still
 * does not move it
 */
export function findReference(moments: readonly bigint[]): bigint | undefined {
	const latestFirst = [...moments].sort((a, b) => Number(b - a));
	return latestFirst[Math.floor((latestFirst.length - 1) / 2)];
}
