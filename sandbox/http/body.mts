import type { FastifyRequest } from 'fastify';
import { limitOf } from '../contract/contract.mts';
import type { JsonObject } from '../records.mts';
import { coreError } from './errors.mts';

/** Whether a JSON value is an object, arrays and null excluded. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value a JSON text stands for; undefined when it is none. */
export function parseJson(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return undefined;
	}
}

/** The id of a JSON-RPC call; null when it has none. */
export function idOf(call: unknown): unknown {
	return isJsonObject(call) ? (call.id ?? null) : null;
}

/**
 * The part that `read` takes from the JSON object in a request to the core API.
 * @throws HttpError 400 for malformed JSON, another JSON value, and with all complaints about fields; 415 for another content type
 */
export function readBody<T>(request: FastifyRequest, read: (check: BodyCheck) => T): T {
	const type = request.headers['content-type'] ?? '';
	if (!/^application\/json\b/i.test(type)) {
		throw coreError(415, `Unsupported media type "${type}" in request.`);
	}
	let value: unknown;
	try {
		value = JSON.parse(String(request.body ?? ''));
	} catch (error) {
		throw coreError(400, `JSON parse error - ${(error as Error).message}`);
	}
	const complaints: Complaints = {};
	if (!isJsonObject(value)) throw coreError(400, undefined, { non_field_errors: [noObject] });
	const taken = read(new BodyCheck(value, '', complaints));
	if (Object.keys(complaints).length > 0) throw coreError(400, undefined, complaints);
	return taken;
}

/** Characters of a name, and of any other text. */
const longestText = limitOf('names.length');

type Complaints = Record<string, string[]>;

const noObject = 'Invalid data. Expected a dictionary.';

/**
 * Collects what is wrong with a body, field by field, so that one answer names everything.
 * Readers return undefined for a field that is absent or wrong.
 */
export class BodyCheck {
	constructor(
		private readonly body: JsonObject,
		private readonly prefix: string,
		private readonly complaints: Complaints,
	) {}

	/** A text that is not blank, and no longer than a name. */
	text(field: string, { required = true, blank = false } = {}): string | undefined {
		const value = this.#present(field, required);
		if (value === undefined) return undefined;
		if (typeof value !== 'string') return this.refuse(field, 'Not a valid string.');
		if (!blank && value.trim() === '') return this.refuse(field, 'This field may not be blank.');
		return value.length <= longestText
			? value
			: this.refuse(field, `Ensure this field has no more than ${longestText} characters.`);
	}

	/** A text that need not be there. */
	optional(field: string, { blank = false } = {}): string | undefined {
		return this.text(field, { required: false, blank });
	}

	/** One of the allowed texts. */
	choice<T extends string>(
		field: string,
		allowed: Iterable<T>,
		{ required = true } = {},
	): T | undefined {
		const value = this.#present(field, required);
		if (value === undefined) return undefined;
		const chosen = [...allowed].find((each) => each === value);
		return chosen ?? this.refuse(field, `"${String(value)}" is not a valid choice.`);
	}

	/** The id of something that exists. */
	reference<T>(field: string, known: ReadonlyMap<string, T>): string {
		const id = this.text(field) ?? '';
		if (id !== '' && !known.has(id))
			this.refuse(field, `Invalid pk "${id}" - object does not exist.`);
		return id;
	}

	/** A JSON object. */
	object(field: string): JsonObject | undefined {
		const value = this.#present(field, true);
		return value === undefined || isJsonObject(value) ? value : this.refuse(field, noObject);
	}

	/** A check for each element of a list that is not empty; complaints read `nodes.0.region`. */
	list(field: string): BodyCheck[] {
		const value = this.#present(field, true);
		if (value === undefined) return [];
		if (!Array.isArray(value)) this.refuse(field, 'Expected a list of items.');
		else if (value.length === 0) this.refuse(field, 'This list may not be empty.');
		const elements: unknown[] = Array.isArray(value) ? value : [];
		return elements.flatMap((element, index) => {
			const name = `${field}.${index}`;
			if (!isJsonObject(element)) return this.refuse(name, noObject) ?? [];
			return [new BodyCheck(element, `${this.prefix}${name}.`, this.complaints)];
		});
	}

	/** Notes a complaint about a field. */
	refuse(field: string, complaint: string): undefined {
		const path = this.prefix + field;
		this.complaints[path] ??= [];
		this.complaints[path].push(complaint);
	}

	#present(field: string, required: boolean): unknown {
		const value = this.body[field];
		if (value === undefined && !required) return undefined;
		if (value === undefined) return this.refuse(field, 'This field is required.');
		return value === null ? this.refuse(field, 'This field may not be null.') : value;
	}
}
