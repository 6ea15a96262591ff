import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import { FAMILIES, isLookup } from '../../../nodes/shared/families';
import { readAnswer } from '../../../nodes/shared/jsonRpc/answer';
import { getMeaning, type RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';
import type { Meaning, MeaningKind } from '../../../nodes/shared/jsonRpc/meaning';
import { answerOf } from '../fixtures/answers.mts';

/** A reply that a server gives, as its public source shows it, and what it means. */
interface Row {
	id: string;
	source: string;
	family: FamilyName;
	method: string;
	/** What the call does: reads, sends what is signed, or changes something else. */
	request: 'read' | 'raw' | 'write';
	status: number;
	body: string;
	means: MeaningKind;
	/** Another meaning that leads to the same for this call. */
	or?: MeaningKind;
	/** What is looked up may be known elsewhere, although the result is null. */
	isLookup?: true;
	params?: unknown[];
	retryAfter?: string;
	waitMs?: number;
	isKnown?: true;
	isHistory?: true;
	capability?: string[];
}

const read = (name: string): string =>
	readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8').trim();

const ROWS = read('answers.jsonl')
	.split('\n')
	.map((line) => JSON.parse(line) as Row);

function readRow({ family, method, request, status, body, retryAfter }: Row): RpcAnswer {
	const headers: Record<string, string> = {};
	if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
	const { version, errors } = FAMILIES[family];
	const asked = { method, isWrite: request !== 'read', errors };
	return readAnswer(answerOf(status, body, headers), 1, version, asked);
}

function meaningOf(row: Row): Meaning {
	const answer = readRow(row);
	const isAnswered = answer.kind === 'result' || answer.kind === 'cancelled';
	return isAnswered ? { kind: 'answer', evidence: 'result' } : getMeaning(answer);
}

/** Meanings that lead to the same: another endpoint is asked, this one is not asked again. */
const NOT_HERE: readonly MeaningKind[] = ['behind', 'unsupported', 'tooLarge'];

describe('replies of real servers', () => {
	it.each(ROWS.map((row) => [row.id, row.source, row] as const))('%s (%s)', (_, __, row) => {
		const { kind, sign, waitMs } = meaningOf(row);
		const isSame = NOT_HERE.includes(row.means) && NOT_HERE.includes(kind);
		const isRight = isSame || kind === row.or;
		expect(isRight ? row.means : kind).toBe(row.means);
		if (row.isLookup) expect(isLookup(row.method, row.params ?? [])).toBe(true);
		if (row.waitMs !== undefined) expect(waitMs).toBe(row.waitMs);
		if (row.isKnown) expect(sign).toBe('known');
		if (row.isHistory) expect(sign).toBe('missing');
	});
});
