/** Provider and region given as free text, where they are. */
export interface FreeTexts {
	provider?: string;
	region?: string;
	freeText: Array<'provider' | 'region'>;
}

/** @returns the custom fields that are filled in, if undocumented values are allowed */
export function freeTexts(
	fields: { customProvider?: string; customRegion?: string },
	allowUndocumented: boolean,
): FreeTexts {
	if (!allowUndocumented) return { freeText: [] };
	const provider = fields.customProvider || undefined;
	const region = fields.customRegion || undefined;
	return {
		provider,
		region,
		freeText: [
			...(provider ? (['provider'] as const) : []),
			...(region ? (['region'] as const) : []),
		],
	};
}
