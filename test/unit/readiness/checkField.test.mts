import { expect, it } from 'vitest';

import { checkField } from '../../../nodes/shared/readiness/checkField';

it('offers both checks in the words of the operation, and by default makes the cheaper one', () => {
	const field = checkField({ health: 'Also its age', description: 'What to wait for' });
	expect(field).toMatchObject({
		name: 'check',
		type: 'options',
		options: [
			{ name: 'Health', value: 'health', description: 'Also its age' },
			{ name: 'Sync', value: 'sync' },
		],
		default: 'sync',
		description: 'What to wait for',
	});
});
