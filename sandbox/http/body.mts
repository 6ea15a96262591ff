import type { FastifyRequest } from 'fastify';
import type { JsonObject } from '../records.mts';
import { coreError } from './errors.mts';

/** Whether a JSON value is an object, arrays and null excluded. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The JSON object in a request to the core API.
 * @throws HttpError 400 for malformed JSON or another JSON value, 415 for another content type
 */
export function jsonBody(request: FastifyRequest): JsonObject {
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
	if (!isJsonObject(value)) {
		throw coreError(400, undefined, { non_field_errors: ['Invalid data. Expected a dictionary.'] });
	}
	return value;
}

/**
 * Collects what is wrong with a body, field by field, so that one answer names everything.
 * Readers return undefined for a field that is absent or wrong.
 */
export class BodyCheck {
	readonly #body: JsonObject;
	readonly #prefix: string;
	readonly #complaints: Record<string, string[]>;

	constructor(body: JsonObject, prefix = '', complaints: Record<string, string[]> = {}) {
		this.#body = body;
		this.#prefix = prefix;
		this.#complaints = complaints;
	}

	/** A text that is not blank, at most 255 characters. */
	text(field: string, { required = true, blank = false } = {}): string | undefined {
		const value = this.#present(field, required);
		if (value === undefined) return undefined;
		if (typeof value !== 'string') return this.refuse(field, 'Not a valid string.');
		if (!blank && value.trim() === '') return this.refuse(field, 'This field may not be blank.');
		if (value.length > 255) {
			return this.refuse(field, 'Ensure this field has no more than 255 characters.');
		}
		return value;
	}

	/** One of the allowed texts. */
	choice(field: string, allowed: Iterable<string>, { required = true } = {}): string | undefined {
		const value = this.#present(field, required);
		if (value === undefined) return undefined;
		if (typeof value !== 'string' || ![...allowed].includes(value)) {
			return this.refuse(field, `"${String(value)}" is not a valid choice.`);
		}
		return value;
	}

	/** A JSON object. */
	object(field: string): JsonObject | undefined {
		const value = this.#present(field, true);
		if (value === undefined) return undefined;
		if (!isJsonObject(value)) {
			return this.refuse(field, 'Invalid data. Expected a dictionary.');
		}
		return value;
	}

	/** A check for each element of a list that is not empty; complaints read `nodes.0.region`. */
	list(field: string): BodyCheck[] {
		const value = this.#present(field, true);
		if (value === undefined) return [];
		if (!Array.isArray(value)) {
			this.refuse(field, 'Expected a list of items.');
			return [];
		}
		if (value.length === 0) this.refuse(field, 'This list may not be empty.');
		return value.flatMap((element: unknown, index) => {
			const name = `${field}.${index}`;
			if (isJsonObject(element)) {
				return [new BodyCheck(element, `${this.#prefix}${name}.`, this.#complaints)];
			}
			this.refuse(name, 'Invalid data. Expected a dictionary.');
			return [];
		});
	}

	/** Notes a complaint about a field. */
	refuse(field: string, complaint: string): undefined {
		(this.#complaints[this.#prefix + field] ??= []).push(complaint);
		return undefined;
	}

	/** @throws HttpError 400 with all complaints, if there are any */
	finish(): void {
		if (Object.keys(this.#complaints).length > 0) {
			throw coreError(400, undefined, this.#complaints);
		}
	}

	#present(field: string, required: boolean): unknown {
		const value = this.#body[field];
		if (value === undefined) {
			return required ? this.refuse(field, 'This field is required.') : undefined;
		}
		if (value === null) return this.refuse(field, 'This field may not be null.');
		return value;
	}
}
