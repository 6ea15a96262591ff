import Table from 'cli-table3';

const widest = 78;

/** A table for a terminal. */
export function table(head: string[], rows: string[][]): string {
	const made = new Table({
		head: head.map(shorten),
		style: { compact: true, head: [], border: [] }, // No rules between the rows, and no colours.
	});
	made.push(...rows.map((row) => row.map(shorten)));
	return made.toString();
}

/** Items as a table: one item as a list of its fields, several as a row each. */
export function itemTable(items: Array<Record<string, unknown>>): string {
	if (items.length === 1) {
		return table(
			['Field', 'Value'],
			Object.entries(items[0]).map(([name, value]) => [name, text(value)]),
		);
	}
	const head = [...new Set(items.flatMap((item) => Object.keys(item)))];
	return table(
		head,
		items.map((item) => head.map((name) => text(item[name]))),
	);
}

function text(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function shorten(cell: string): string {
	const single = cell.replace(/\s+/g, ' ');
	return single.length > widest ? `${single.slice(0, widest - 1)}…` : single;
}
