import type { INodeProperties } from 'n8n-workflow';

import type { IdentifiedResource } from '../managementApi/resourceIds';

/** The default of most fields of a type; the others say it themselves. */
const USUAL_DEFAULTS = {
	string: '',
	boolean: false,
	collection: {},
	dateTime: '',
	json: '{}',
	notice: '',
} as const;

/** The rest of a declaration; a name that n8n does not know is a mistake. */
type Rest<T, M> = M & {
	[K in Exclude<keyof M, keyof Property>]: never;
} & (T extends keyof typeof USUAL_DEFAULTS ? unknown : { default: Property['default'] });

/**
 * Declares a field, so that the type of its value follows.
 * @param name stored in workflows
 * @param more its other properties in n8n; without a default, the usual default of its type
 */
export function field<
	const T extends Property['type'],
	const N extends string,
	const M extends Partial<Omit<Property, 'displayName' | 'name' | 'type'>>,
>(type: T, displayName: string, name: N, more: Rest<T, M>) {
	const usual: Property['default'] = USUAL_DEFAULTS[type as keyof typeof USUAL_DEFAULTS];
	return { displayName, name, type, default: usual, ...(more as M) };
}

/** One of the values that a field offers. */
interface Choice<V extends string> {
	name: string;
	value: V;
	description?: string;
}

/** Declares the choices of a field: for each value its name, and its description if the name does not say enough. */
export function choices<const V extends string>(
	texts: Readonly<Record<V, string | readonly [name: string, description: string]>>,
) {
	return (Object.keys(texts) as V[]).map((value): Choice<V> => {
		const text: string | readonly [string, string] = texts[value];
		if (typeof text === 'string') return { name: text, value };
		const [name, description] = text;
		return { name, value, description };
	});
}

/** Declares a text among the fields. */
export const notice = <const N extends string>(
	name: N,
	text: string,
	more: Partial<Pick<Property, 'displayOptions'>> = {},
) => field('notice', text, name, more);

/** Facts about the values of a property that n8n does not know. */
export interface Traits {
	/** A text field that takes a list of texts as well, as expressions give it; its value then stays a list. */
	takesList?: true;
	/** A JSON field that holds a list, or an object of named values, instead of an object. */
	holdsList?: true;
	/** Takes the ID of such a resource, which is checked, and normalized; empty only if the field is not required. */
	identifies?: IdentifiedResource;
	/** An empty text is a value of its own. */
	mayBeEmptied?: true;
	/** Affects nothing that is created, changed or requested, so an expression may yield nothing. */
	decidesNothing?: true;
	/** The value when an AI agent runs the operation and leaves the default. */
	agentDefault?: number;
}

declare module 'n8n-workflow' {
	interface INodeProperties {
		/** Read here only; n8n ignores it. */
		traits?: Traits;
	}
}

/** A type whose arrays and objects are read-only at any depth; functions are unchanged. */
type Frozen<T> = T extends (...args: never[]) => unknown
	? T
	: T extends object
		? { readonly [K in keyof T]: Frozen<T[K]> }
		: T;

/** A property of an operation, as n8n describes it; written as a literal, its value's type follows. */
export type Property = Frozen<INodeProperties>;

/** The type of a property's value, by the type of the property. */
interface ValueByType<P> {
	boolean: boolean;
	number: number;
	/** The parsed value; nothing when it is empty, unless it holds a list. */
	json: P extends { traits: { holdsList: true } }
		? unknown[] | Record<string, unknown>
		: Record<string, unknown> | undefined;
	/** One of the declared choices. */
	options: P extends { options: readonly { value: infer V }[] } ? V : string;
	/** Any of the declared choices. */
	multiOptions: readonly string[];
	/** Its entries as optional fields. */
	collection: P extends { options: infer O extends readonly unknown[] }
		? Partial<ValuesOf<O>>
		: never;
	/** The rows of its groups. */
	fixedCollection: P extends { options: readonly (infer G)[] }
		? {
				[K in G as NameOf<K>]?: K extends { values: infer V extends readonly unknown[] }
					? Array<ValuesOf<V>>
					: never;
			}
		: never;
}

/** The type of a property's value, from its declaration; a locator's is the text it holds. */
export type ValueOf<P> = P extends { type: infer T extends keyof ValueByType<P> }
	? ValueByType<P>[T]
	: P extends { traits: { takesList: true } }
		? string | readonly string[]
		: string;

type NameOf<P> = P extends { name: infer N extends string } ? N : never;

/** The values of several properties, by name. */
export type ValuesOf<Ps extends readonly unknown[]> = {
	[P in Ps[number] as NameOf<P>]: ValueOf<P>;
};
