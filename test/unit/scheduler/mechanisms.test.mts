import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { editedText, MECHANISMS } from '../../../bench/mechanisms/mechanisms.mts';

it.each(MECHANISMS.map((mechanism) => [mechanism.name, mechanism] as const))(
	'can be switched off for a measurement: %s',
	(_, { edits }) => {
		for (const edit of edits) {
			const file = new URL(`../../../nodes/shared/scheduler/${edit.file}`, import.meta.url);
			const text = readFileSync(file, 'utf8');
			expect(editedText(text, edit)).not.toBe(text);
		}
	},
);
