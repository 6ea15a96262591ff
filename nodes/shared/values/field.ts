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
 * @param more what else n8n knows about it; without a default, that of its type
 */
export function field<
	const T extends Property['type'],
	const N extends string,
	const M extends Partial<Omit<Property, 'displayName' | 'name' | 'type'>>,
>(type: T, displayName: string, name: N, more: Rest<T, M>) {
	const usual: Property['default'] = USUAL_DEFAULTS[type as keyof typeof USUAL_DEFAULTS];
	return { displayName, name, type, default: usual, ...(more as M) };
}

/** Declares what a field offers: for each value its name and description. */
export function choices<const V extends string>(
	texts: Readonly<Record<V, readonly [name: string, description: string]>>,
) {
	return (Object.keys(texts) as V[]).map((value) => {
		const [name, description] = texts[value];
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
	/** Takes the ID of such a resource, which is checked, and normalized; empty only where the field is not required. */
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

/**
 * The type of a property's value, from its declaration: `options` give the union of their values, JSON
 * fields the parsed object (or `undefined` when empty), or a list or object if they hold one, texts that take a list
 * either of the two, locators the text they hold, collections their entries as optional fields, fixed collections the rows of their groups.
 */
export type ValueOf<P> = P extends { type: 'boolean' }
	? boolean
	: P extends { type: 'number' }
		? number
		: P extends { type: 'json'; traits: { holdsList: true } }
			? unknown[] | Record<string, unknown>
			: P extends { type: 'json' }
				? Record<string, unknown> | undefined
				: P extends { type: 'options'; typeOptions: { loadOptionsMethod: string } }
					? string
					: P extends { type: 'options'; options: readonly { value: infer V }[] }
						? V
						: P extends { type: 'collection'; options: infer O extends readonly unknown[] }
							? Partial<ValuesOf<O>>
							: P extends { type: 'fixedCollection'; options: readonly (infer G)[] }
								? {
										[K in G as K extends { name: infer N extends string } ? N : never]?: RowsOf<K>;
									}
								: P extends { traits: { takesList: true } }
									? string | readonly string[]
									: string;

/** The values of several properties, by name. */
export type ValuesOf<Ps extends readonly unknown[]> = {
	[P in Ps[number] as P extends { name: infer N extends string } ? N : never]: ValueOf<P>;
};

type RowsOf<G> = G extends { values: infer V extends readonly unknown[] }
	? Array<ValuesOf<V>>
	: never;
