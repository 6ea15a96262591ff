import type { IDataObject } from 'n8n-workflow';

import { readLimits, waitProperties, type WaitValues } from '../../../shared/fields/waitProperties';
import type { Query } from '../../../shared/managementApi/query';
import type { CallBody } from '../../../shared/managementApi/requestBody';
import { nameTraces, type Traces } from '../../../shared/managementApi/traces';
import type { OperationContext } from '../../../shared/run/operationContext';
import { valueExcerpt } from '../../../shared/text/excerpt';
import { isRecord, pick } from '../../../shared/text/json';
import { toProblem, type Problem } from '../../../shared/text/problem';
import { field, type Property } from '../../../shared/values/field';
import { formatSort, PINS_PATH, simplifyPin } from './pinFields';
import { waitForPin } from './waitUntilPinned';

/** How many of the latest pins are searched. */
const LATEST = 100;

/** The fields by which an operation that pins also waits. */
export const pinWaitProperties = [
	field('boolean', 'Wait Until Pinned', 'waitUntilPinned', {
		description:
			'Whether to continue only when the content can be accessed by its CID, instead of as soon as it is accepted',
	}),
	...waitProperties(5, 300, 'waitUntilPinned'),
] as const satisfies readonly Property[];

/** A request that pins, and which pins can come from it. */
interface PinRequest {
	/** The last part of its path. */
	path: string;
	thing: string;
	body: CallBody;
	/** Filters of the list of pins: its bucket, its folder. */
	place: Query;
	/** Decides whether a pin of that place can come from this request; without it, all can. */
	matches?: Traces['matches'];
	/** Whether there may be nothing to pin. */
	mayBeNone?: true;
	/** The title, if it pins one file. */
	title?: string;
}

/**
 * Sends a request that pins. If its outcome is unclear, searches once for what it may have pinned.
 * @param wait how to wait later, which is checked first
 * @returns the new pins
 * @throws Problem
 */
export async function createPins(
	{ path, thing, body, place, matches, mayBeNone, title }: PinRequest,
	wait: WaitValues,
	context: OperationContext,
): Promise<IDataObject[]> {
	readLimits(wait);
	const query = { ...place, sort: formatSort('created_at', 'desc'), limit: LATEST };
	const traces = { list: context.api.list(PINS_PATH, query), matches };
	const read = (answer: unknown): IDataObject[] | undefined => {
		const pins = findPins(answer);
		return pins?.length === 0 && !mayBeNone ? undefined : pins;
	};
	return await context.api
		.create(`${PINS_PATH}/${path}`, thing, body, read)
		.catch(nameTraces(traces, context))
		.catch((thrown: unknown) => {
			throw explainTaken(toProblem(thrown), title);
		});
}

/** @returns the Problem; if the name of the file is taken, in words about the bucket */
function explainTaken(problem: Problem, title = ''): Problem {
	const { code, field } = problem.said ?? {};
	if (code !== 'ALREADY_EXISTS') return problem;
	if (field !== 'title' || title === '')
		return problem.with({
			hint: 'Read what is there with Storage, Get Many',
		});
	return problem.with({
		message: `The bucket already has a file named '${valueExcerpt(title)}'`,
		hint: "Give this one another 'Title', or read the CID of the other with Storage, Get Many",
	});
}

/** Finds the pins in an answer: a list as documented, a list inside `results` or `data`, or a single one. */
function findPins(answer: unknown): IDataObject[] | undefined {
	if (Array.isArray(answer)) return answer.every(isRecord) ? (answer as IDataObject[]) : undefined;
	if (!isRecord(answer)) return undefined;
	const inside = answer.results ?? answer.data;
	if (inside !== undefined) return findPins(inside);
	return 'id' in answer || 'cid' in answer ? [answer as IDataObject] : undefined;
}

/**
 * @param created as the operation returned it
 * @returns a new pin: once it is pinned where that is wanted, otherwise as it is, with a hint that the rest follows
 */
export async function followPin(
	created: IDataObject,
	{
		waitUntilPinned,
		simplify,
		...limits
	}: WaitValues & { waitUntilPinned: boolean; simplify: boolean },
	context: OperationContext,
): Promise<IDataObject> {
	const { id, cid } = created;
	if (typeof id !== 'string') return created;
	if (waitUntilPinned) {
		const { done, wait } = await waitForPin(id, limits, context);
		return simplify ? simplifyPin({ ...done, ...pick(created, 'alreadyExisted'), wait }) : done;
	}
	if (!cid)
		context.hint(
			"The CID and the public link come later: turn on 'Wait Until Pinned', or read them with Storage, Wait Until Pinned or Get.",
		);
	return created;
}
