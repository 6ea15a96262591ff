import { expect, it } from 'vitest';

import { isUpload, type InputFile } from '../../../nodes/shared/managementApi/requestBody';

it.each([
	[false, {}],
	[false, { json: {} }],
	[false, { form: [['bucket_id', 'x']] as const }],
	[true, { form: [['bucket_id', 'x'] as const, ['file', {} as InputFile] as const] }],
])('a body is an upload where it holds a file: %s', (expected, body) => {
	expect(isUpload(body)).toBe(expected);
});
