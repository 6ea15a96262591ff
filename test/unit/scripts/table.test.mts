import { describe, expect, it } from 'vitest';
import { itemTable, table } from '../../../scripts/lib/table.mts';

describe('table', () => {
	it('makes columns as wide as their widest cell', () => {
		expect(table(['a', 'long head'], [['wide cell', '1']]).split('\n')).toEqual([
			'┌───────────┬───────────┐',
			'│ a         │ long head │',
			'├───────────┼───────────┤',
			'│ wide cell │ 1         │',
			'└───────────┴───────────┘',
		]);
	});

	it('shortens long cells and keeps them on one line', () => {
		const text = table(['a'], [['x\n'.repeat(100)]]);
		expect(text.split('\n')).toHaveLength(5);
		expect(text).toContain('…');
	});
});

describe('itemTable', () => {
	it('lists the fields of a single item', () => {
		const text = itemTable([{ id: 'NW-1', ready: true, nodes: ['ND-1'], region: null }]);
		expect(text).toContain('│ id     │ NW-1     │');
		expect(text).toContain('│ nodes  │ ["ND-1"] │');
		expect(text).toContain('│ region │          │');
	});

	it('shows several items in one row each under all their fields', () => {
		const lines = itemTable([{ a: 1 }, { b: 2 }]).split('\n');
		expect(lines[1]).toBe('│ a │ b │');
		expect(lines[3]).toBe('│ 1 │   │');
		expect(lines[4]).toBe('│   │ 2 │');
	});
});
