import { describe, expect, it } from 'vitest';

import { chooseTimeouts, type InputFile } from '../../../nodes/shared/managementApi/requestParts';

describe('timeouts', () => {
	it.each([{}, { json: {} }, { form: [['bucket_id', 'x']] as const }])(
		'limit the whole exchange without files: %j',
		(body) => {
			expect(chooseTimeouts(body, 30_000)).toEqual({ timeoutMs: 30_000 });
		},
	);

	it('limit only the idle time of an upload', () => {
		expect(chooseTimeouts({ form: [['file', {} as InputFile]] }, 30_000)).toEqual({
			timeoutMs: Infinity,
			idleTimeoutMs: 60_000,
		});
	});
});
