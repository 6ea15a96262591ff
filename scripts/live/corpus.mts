import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { FAMILIES } from '../../nodes/shared/families';
import { readAnswer } from '../../nodes/shared/jsonRpc/answer';
import { getMeaning } from '../../nodes/shared/jsonRpc/fault';
import type { RecordedCall } from './endpointRun.mts';
import type { Secrets } from './secrets.mts';

/** Longer answers are no examples. */
const LONGEST_BODY = 2000;

/**
 * Adds answers of real nodes to the corpus, without secrets, and each once. What they mean is what the package reads in
 * them today: a maintainer who adds them decides whether that is right.
 * @returns the IDs of the rows that were added
 */
export function addToCorpus(
	file: string,
	calls: readonly RecordedCall[],
	secrets: Secrets,
): string[] {
	const known = readFileSync(file, 'utf8');
	const rows = calls
		.filter(({ body }) => body.length <= LONGEST_BODY)
		.map((call) => toRow(call, secrets))
		.filter(({ id }) => !known.includes(`"id":"${id}"`));
	const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
	for (const row of unique) appendFileSync(file, `${JSON.stringify(row)}\n`);
	return unique.map(({ id }) => id);
}

function toRow({ family, method, origin, status, body: received }: RecordedCall, secrets: Secrets) {
	const body = secrets.hide(received);
	const hash = createHash('sha256').update(body).digest('hex').slice(0, 8);
	const { version, errors } = FAMILIES[family];
	const reply = { kind: 'answer', status, headers: {}, text: body, receivedAtMs: 0 } as const;
	const answer = readAnswer(reply, 1, version, { method, isWrite: false, errors });
	const isAnswered = answer.kind === 'result' || answer.kind === 'cancelled';
	return {
		id: `live-${family}-${method}-${hash}`,
		source: `a node at ${secrets.hide(origin)}`,
		family,
		method,
		request: 'read',
		status,
		body,
		means: isAnswered ? 'answer' : getMeaning(answer).kind,
	};
}
