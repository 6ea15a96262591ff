import { Problem } from '../../../shared/text/problem';

/** Provider and region, where they are given as free text. */
export interface FreeTexts {
	provider?: string;
	region?: string;
	freeText: Array<'provider' | 'region'>;
}

/**
 * @returns the custom fields that are filled in
 * @throws Problem when undocumented values are not allowed: a field without an effect would mislead
 */
export function freeTexts(
	fields: { customProvider?: string; customRegion?: string },
	allowUndocumented: boolean,
): FreeTexts {
	const provider = freeText('Custom Provider', fields.customProvider, allowUndocumented);
	const region = freeText('Custom Region', fields.customRegion, allowUndocumented);
	return {
		provider,
		region,
		freeText: [
			...(provider !== undefined ? (['provider'] as const) : []),
			...(region !== undefined ? (['region'] as const) : []),
		],
	};
}

/**
 * @param field display name of the field
 * @returns the value of a custom field, `undefined` where it is left empty
 * @throws Problem when it is filled in although undocumented values are not allowed
 */
export function freeText(
	field: string,
	value: string | undefined,
	allowUndocumented: boolean,
): string | undefined {
	if (value === undefined || value === '') return undefined;
	if (allowUndocumented) return value;
	throw new Problem(`'${field}' is filled in, but 'Allow Undocumented Values' is off`, {
		hint: `Turn on 'Allow Undocumented Values' in the options, or remove '${field}'`,
	});
}
