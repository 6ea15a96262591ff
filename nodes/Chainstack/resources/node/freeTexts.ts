import { Problem } from '../../../shared/text/problem';

/**
 * @returns the custom fields that are filled in
 * @throws Problem when undocumented values are not allowed: a field without an effect would mislead
 */
export function checkFreeTexts(
	fields: { customProvider?: string; customRegion?: string },
	allowUndocumented: boolean,
) {
	const provider = checkFreeText('Custom Provider', fields.customProvider, allowUndocumented);
	const region = checkFreeText('Custom Region', fields.customRegion, allowUndocumented);
	const given = { provider, region };
	const names = ['provider', 'region'] as const;
	return { ...given, freeText: names.filter((name) => given[name] !== undefined) };
}

/**
 * @param field display name of the field
 * @returns the value of a custom field, `undefined` where it is left empty
 * @throws Problem when it is filled in although undocumented values are not allowed
 */
export function checkFreeText(
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
