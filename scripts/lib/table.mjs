const widest = 78;

/**
 * A table for a terminal.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string}
 */
export function table(head, rows) {
	const all = [head, ...rows].map((row) => row.map(shorten));
	const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
	/** @param {string[]} row */
	const line = (row) => `│ ${row.map((cell, i) => cell.padEnd(widths[i])).join(' │ ')} │`;
	/** @param {string} left @param {string} middle @param {string} right */
	const rule = (left, middle, right) =>
		left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
	return [
		rule('┌', '┬', '┐'),
		line(all[0]),
		rule('├', '┼', '┤'),
		...all.slice(1).map(line),
		rule('└', '┴', '┘'),
	].join('\n');
}

/**
 * Items as a table: one item as a list of its fields, several as a row each.
 *
 * @param {Array<Record<string, unknown>>} items
 * @returns {string}
 */
export function itemTable(items) {
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

/** @param {unknown} value */
function text(value) {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @param {string} cell */
function shorten(cell) {
	const single = cell.replace(/\s+/g, ' ');
	return single.length > widest ? `${single.slice(0, widest - 1)}…` : single;
}
