import { isRecord } from '../text/json';
import type { Member } from './errorMember';
import { compilePhrases, toWords } from './words';

/**
 * Reasons for which an EVM ends a call without its contract having said anything, in the words of clients (go-ethereum,
 * core/vm/errors.go; Nethermind, EvmExceptionType.cs; reth, HaltReason; Besu, ExceptionalHaltReason; Parity). They are
 * written as phrases: see `words`.
 */
const HALTS: ReadonlyArray<readonly [kind: string, phrases: readonly string[]]> = [
	['outOfGas', ['out of gas', 'not enough gas', 'gas required exceeds', 'intrinsic gas']],
	['invalidJump', ['invalid/bad jump', 'bad jump destination']],
	['stack', ['stack underflow/overflow', 'stack limit reached', 'out of stack']],
	[
		'invalidOpcode',
		['invalid/bad/unknown/undefined opcode', 'opcode .. not defined', 'bad instruction'],
	],
	[
		'staticCall',
		[
			'write protection',
			'static call violation',
			'state change during static call',
			'mutable call in static context',
		],
	],
	[
		'returnData',
		['return data out of bounds', 'out of offset', 'access violation', 'out of bounds'],
	],
	['depth', ['call depth exceeded', 'call too deep', 'max call depth exceeded']],
	[
		'collision',
		['contract/create/transaction address/contract collision', 'transaction collision'],
	],
	['codeSize', ['code size .. exceeded/limit', 'initcode size', 'create contract size limit']],
];

const COMPILED = HALTS.map(([kind, phrases]) => ({ kind, pattern: compilePhrases(phrases) }));

/**
 * @returns why a call was ended, by the words of its error; `undefined` where they say something else. Clients give one
 * reason with different codes and words.
 */
export function readHalt({ message, data }: Member): string | undefined {
	const words = toWords(typeof data === 'string' ? `${message} ${data}` : message);
	return COMPILED.find(({ pattern }) => pattern.test(words))?.kind;
}

/** Older clients put a word before the data (Nethermind, Parity: `Reverted 0x…`). */
const REVERTED_DATA = /^(?:reverted )?(0x[\da-f]*)$/i;

/**
 * @returns what a contract returned when it reverted: in `data`, or in an object there (Hardhat, Ganache); `undefined`
 * where there is nothing
 */
export function readRevertData(data: unknown): string | undefined {
	if (typeof data === 'string') return REVERTED_DATA.exec(data.trim())?.[1].toLowerCase();
	if (!isRecord(data)) return undefined;
	return readRevertData(data.data ?? data.result ?? data.return);
}
