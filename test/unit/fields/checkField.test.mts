import { expect, it } from 'vitest';

import { checkField } from '../../../nodes/shared/fields/checkField';

it('offers both checks in the words of the operation, and makes the cheaper one by default', () => {
	const field = checkField({ health: 'Also its age', description: 'What to wait for' });
	expect(field).toEqual({
		displayName: 'Check',
		name: 'check',
		type: 'options',
		options: [
			{ name: 'Health', value: 'health', description: 'Also its age' },
			{ name: 'Sync', value: 'sync', description: 'Whether it says that it is synchronized' },
		],
		default: 'sync',
		description: 'What to wait for',
	});
});
