import type { Property } from './propertyTypes';

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

/** Declares a text among the fields. */
export const notice = <const N extends string>(
	name: N,
	text: string,
	more: Partial<Pick<Property, 'displayOptions'>> = {},
) => field('notice', text, name, more);
