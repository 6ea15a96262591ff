import { isRecord } from '../text/json';
import type { SaidError } from './errorMember';
import type { Sign } from './phrases';
import { findSign, toWords, type Glossary, type Said } from './words';

/**
 * What a reply to a call means, whoever gave it and in whatever form.
 *
 * `answer`: every good node would say the same. `behind`: this node does not have the block, its state or the
 * transaction, or says that it synchronizes. `limited`: too many calls for now. `usedUp`: a plan or its payment.
 * `unauthorized`: a key or an access rule. `unsupported`: a method or feature that is not here. `unavailable`: a server,
 * gateway or backend did not process it. `unclear`: it changes something and may have been accepted. `tooLarge`: it has to
 * be split or narrowed. `malformed`: no JSON-RPC, or something between here and the endpoint.
 */
export type MeaningKind =
	| 'answer'
	| 'behind'
	| 'limited'
	| 'usedUp'
	| 'unauthorized'
	| 'unsupported'
	| 'unavailable'
	| 'unclear'
	| 'tooLarge'
	| 'malformed';

/** The meaning of a reply and what shows it. */
export interface Meaning {
	kind: MeaningKind;
	/**
	 * `result`: there is one, or a revert with its data. `status`: the HTTP status, or no response at all. `words`, `code`:
	 * those of the server. `nothing`: it says nothing that is known.
	 */
	evidence: 'result' | 'status' | 'words' | 'code' | 'nothing';
	/** What words or code say, finer than the meaning. */
	sign?: Sign;
	/** The wait that the server asked for, in milliseconds. */
	waitMs?: number;
}

/** How the servers of a family say what went wrong, where that differs from others. */
export interface ErrorTraits {
	/** HTTP statuses that its nodes give to errors of their own, which say no more than the error does. */
	ownStatuses?: readonly number[];
	/** Signs by code, as texts; a code that is a name precedes what is said in words, a number follows it. */
	codes?: Readonly<Record<string, Sign>>;
	/** Phrases of its own. */
	glossary?: Glossary;
	/** The data of an error holds its words: the message is the same for all. */
	wordsInData?: true;
	/** Methods that send what is signed: it takes effect once, however many nodes get it. */
	signed?: RegExp;
}

/** A call, as far as the meaning of a reply depends on it. */
export interface Asked {
	method?: string;
	/** It changes something. */
	isWrite?: boolean;
	/** It was sent together with others. */
	isBatch?: boolean;
	errors?: ErrorTraits;
}

/** Meanings of signs where nothing else matters. */
const MEANINGS: Readonly<Record<Sign, MeaningKind>> = {
	reverted: 'answer',
	refused: 'answer',
	known: 'answer',
	invalid: 'answer',
	missing: 'behind',
	syncing: 'behind',
	absent: 'unsupported',
	notOnPlan: 'unsupported',
	tooFast: 'limited',
	usedUp: 'usedUp',
	key: 'unauthorized',
	tooLarge: 'tooLarge',
	oversized: 'tooLarge',
	batch: 'tooLarge',
	busy: 'unavailable',
	noBackend: 'unavailable',
	timedOut: 'unavailable',
	internal: 'unavailable',
	path: 'malformed',
};

/** Code of EVM clients for a contract that reverted (go-ethereum, `revertError`). */
const REVERTED = 3;

/**
 * Codes that mean the same wherever they are used (4: no receipt in time, EIP-7966): JSON-RPC 2.0 (section 5.1), EIP-1474 (error codes), EIP-1193
 * (provider errors), Besu (RpcErrorType.java), Parity (`-32015`, VM execution error), the execution APIs (-39001), the
 * platform and QuickNode (error references: -32612 to -32614), Helius (-32429).
 */
const CODES: Readonly<Record<string, Sign>> = {
	'-32601': 'absent',
	'-32604': 'absent',
	'-32004': 'absent',
	'4200': 'absent',
	'-32602': 'invalid',
	'-32003': 'refused',
	'-32015': 'reverted',
	'-32001': 'missing',
	'-39001': 'missing',
	'4': 'timedOut',
	'-32005': 'tooFast',
	'-32429': 'tooFast',
	'429': 'tooFast',
	'402': 'usedUp',
	'401': 'key',
	'403': 'key',
	'-40100': 'key',
	'4100': 'key',
	'-32612': 'notOnPlan',
	'-32613': 'notOnPlan',
	'-32614': 'tooLarge',
	'-32603': 'internal',
};

/** Codes of errors of a simulated transaction (execution APIs, eth_simulateV1: -38010 to -38026). */
const SIMULATION = { from: -38_999, to: -38_000 };

/** Methods whose result may be too large, for which "limit exceeded" without more speaks of that (EIP-1474, -32005). */
const LARGE_RESULT = /_(getLogs|getFilterLogs|getFilterChanges)|(trace|debug)_/;

/**
 * Reads the meaning of an error that a server gave.
 * @param status HTTP status of the response
 * @param waitMs the wait that it asked for
 */
export function readErrorMeaning(
	said: SaidError,
	status: number,
	asked: Asked,
	waitMs?: number,
): Meaning {
	if (hasReverted(said)) return { kind: 'answer', evidence: 'result', sign: 'reverted' };
	const { ownStatuses = [] } = asked.errors ?? {};
	const found = findErrorSign(said, asked);
	const wait = waitMs === undefined ? {} : { waitMs };
	if (!ownStatuses.includes(status)) {
		const byStatus = readStatus(status, found?.sign, asked, waitMs);
		if (byStatus !== undefined) return { ...byStatus, ...wait };
	}
	if (found === undefined) return { kind: toUnknown(asked), evidence: 'nothing', ...wait };
	const { sign, evidence } = found;
	return { kind: toMeaning(sign, asked, waitMs), evidence, sign, ...wait };
}

/**
 * Reads the meaning of a response without an answer or an error of JSON-RPC.
 * @param text what its body says, where that is readable
 */
export function readStatusMeaning(
	status: number,
	text: string | undefined,
	asked: Asked,
	waitMs?: number,
): Meaning {
	const sign = text === undefined ? undefined : findStatusSign(status, text, asked);
	const wait = waitMs === undefined ? {} : { waitMs };
	const byStatus = readStatus(status, sign, asked, waitMs);
	if (byStatus !== undefined) return { ...byStatus, ...wait };
	// A redirect that leads to the result of a POST that was processed (RFC 9110, 15.4.4), and a success that is unreadable.
	const isUnclear = asked.isWrite === true && (status < 300 || status === 303);
	const kind = isUnclear ? 'unclear' : 'malformed';
	const path = sign === 'path' ? { sign } : {};
	return { kind, evidence: 'status', ...path, ...wait };
}

/** @returns what a body says that is not an error of JSON-RPC; a page that stands for whatever went wrong says nothing */
function findStatusSign(status: number, text: string, { errors }: Asked): Sign | undefined {
	const sign = findSign(text, errors?.glossary)?.sign;
	return status === 500 && !INSTEAD_OF_OUTAGE.has(sign) ? undefined : sign;
}

/** The meaning of a call that got no complete response. */
export function readLossMeaning(isUnclear: boolean, { isWrite }: Asked): Meaning {
	const kind = isUnclear && isWrite === true ? 'unclear' : 'unavailable';
	return { kind, evidence: 'status' };
}

/** Signs that say more than a refusal of the key does, which gateways give the same status. */
const INSTEAD_OF_KEY: ReadonlySet<Sign | undefined> = new Set([
	'absent',
	'notOnPlan',
	'tooFast',
	'usedUp',
	'tooLarge',
	'oversized',
	'batch',
] as const);

/** Signs that say why a server or gateway is out of service, or that something else is wrong. */
const INSTEAD_OF_OUTAGE: ReadonlySet<Sign | undefined> = new Set([
	'syncing',
	'busy',
	'noBackend',
	'usedUp',
	'tooFast',
] as const);

/** What a status means whatever is said besides (RFC 9110): a plan, a proxy, a size, a feature. */
const BY_STATUS: Readonly<Record<number, Meaning>> = {
	402: { kind: 'usedUp', evidence: 'status', sign: 'usedUp' },
	407: { kind: 'malformed', evidence: 'status' },
	413: { kind: 'tooLarge', evidence: 'status', sign: 'oversized' },
	501: { kind: 'unsupported', evidence: 'status', sign: 'absent' },
};

/**
 * @param sign what the server says besides
 * @returns the meaning of a status that says what became of the request; `undefined` for all others
 */
function readStatus(
	status: number,
	sign: Sign | undefined,
	asked: Asked,
	waitMs?: number,
): Meaning | undefined {
	if (status === 401 || status === 403) {
		const isKey = sign === undefined || !INSTEAD_OF_KEY.has(sign);
		return isKey ? { kind: 'unauthorized', evidence: 'status' } : readSign(sign, asked, waitMs);
	}
	if (status === 429) {
		const isUsedUp = sign === 'usedUp' && waitMs === undefined;
		return { kind: isUsedUp ? 'usedUp' : 'limited', evidence: 'status', sign };
	}
	if (status === 408 || status === 425) return readLossMeaning(status === 408, asked);
	const outage = status >= 500 ? readOutage(status, sign, asked, waitMs) : undefined;
	return BY_STATUS[status] ?? outage;
}

/** @returns the meaning of a status from 500 on */
function readOutage(
	status: number,
	sign: Sign | undefined,
	asked: Asked,
	waitMs?: number,
): Meaning {
	// 500 stands for whatever went wrong, so that an error which says more is believed.
	const says = status === 500 ? sign !== 'internal' : INSTEAD_OF_OUTAGE.has(sign);
	return says && sign !== undefined ? readSign(sign, asked, waitMs) : readLossMeaning(true, asked);
}

/** @returns the meaning of a sign that says more than the status it came with */
function readSign(sign: Sign, asked: Asked, waitMs?: number): Meaning {
	const kind = toMeaning(sign, asked, waitMs);
	const isOut = kind === 'unavailable' || kind === 'unclear';
	return { kind, evidence: isOut ? 'status' : 'words', sign };
}

/** Data of a revert: a selector and words of 32 bytes (Solidity documentation, ABI, errors); parity puts a word before it. */
const REVERT_DATA = /^(Reverted )?0x[\da-f]{8}([\da-f]{64})*$/i;

/** @returns whether an error holds what a contract returned: whatever text that is, the node said nothing itself */
function hasReverted({ member: { code, data }, text }: SaidError): boolean {
	if (typeof data === 'string' && REVERT_DATA.test(data)) return true;
	return toWords(text).includes(' revert') || (code === REVERTED && data !== undefined);
}

/** Codes of errors about the call itself: what they say is not about the service (JSON-RPC 2.0, section 5.1). */
const ABOUT_CALL: ReadonlySet<number | string | undefined> = new Set([REVERTED, -32602]);

/** Signs of a service, as opposed to a node and what it was asked. */
const OF_SERVICE: ReadonlySet<Sign> = new Set([
	'tooFast',
	'usedUp',
	'key',
	'busy',
	'noBackend',
	'timedOut',
	'internal',
] as const);

/** What words or code of an error say. */
type Found = Pick<Required<Meaning>, 'sign' | 'evidence'>;

/**
 * @returns what an error says: a code that is a name precedes the words, one that is a number follows them, unless they
 * are vague and it is one of the family's own
 */
function findErrorSign(said: SaidError, { method = '', errors = {} }: Asked): Found | undefined {
	const named = findName(said, errors);
	if (named !== undefined) return { sign: named, evidence: 'code' };
	const words = findWords(said, errors);
	const { code } = said.member;
	const own = errors.codes?.[String(code)];
	if (own !== undefined && words?.isVague !== false) return { sign: own, evidence: 'code' };
	if (words !== undefined)
		return { sign: isOfSize(words, method) ? 'tooLarge' : words.sign, evidence: 'words' };
	const general = getCodeSign(code, method);
	return general === undefined ? undefined : { sign: general, evidence: 'code' };
}

/** @returns whether a limit without more is one of the result (EIP-1474) */
function isOfSize({ sign, isVague }: Said, method: string): boolean {
	return isVague && sign === 'tooFast' && LARGE_RESULT.test(method);
}

/** @returns what the name of an error says, or its data where they are those of one error alone */
function findName({ member: { code, data }, name }: SaidError, errors: ErrorTraits) {
	const { codes = {} } = errors;
	const named = codes[name ?? ''] ?? (typeof code === 'string' ? codes[code] : undefined);
	// Only a limit of calls comes with such a wait (platform documentation, error reference).
	const isLimit = isRecord(data) && 'try_again_in' in data;
	return named ?? (isLimit ? 'tooFast' : undefined);
}

function findWords(
	{ member: { code, data }, text }: SaidError,
	{ glossary, wordsInData }: ErrorTraits,
): Said | undefined {
	const inData = wordsInData && typeof data === 'string' ? findSign(data, glossary) : undefined;
	const found = inData ?? findSign(text, glossary);
	const isCredible = found === undefined || !ABOUT_CALL.has(code) || !OF_SERVICE.has(found.sign);
	return isCredible ? found : undefined;
}

/** @returns what a code says that means the same wherever it is used */
function getCodeSign(code: number | string | undefined, method: string): Sign | undefined {
	if (code === REVERTED) return 'reverted';
	const isOfSimulation =
		typeof code === 'number' && code >= SIMULATION.from && code <= SIMULATION.to;
	if (isOfSimulation && CODES[code] === undefined) return 'refused';
	const sign = CODES[String(code)];
	return sign === 'tooFast' && LARGE_RESULT.test(method) ? 'tooLarge' : sign;
}

/** @returns what a sign means for a call */
function toMeaning(
	sign: Sign,
	{ method = '', isWrite, errors }: Asked,
	waitMs?: number,
): MeaningKind {
	// A limit that ends after a while is no used-up plan.
	if (sign === 'usedUp' && waitMs !== undefined) return 'limited';
	if (isWrite !== true) return MEANINGS[sign];
	if (sign === 'timedOut' || sign === 'internal') return 'unclear';
	// The gateway may have reached another node before, which took it.
	if (sign === 'noBackend' && errors?.signed?.test(method) !== true) return 'unclear';
	return MEANINGS[sign];
}

/** Whatever a node says about what changes something, it has looked at it. */
function toUnknown({ isWrite }: Asked): MeaningKind {
	return isWrite === true ? 'answer' : 'unavailable';
}
