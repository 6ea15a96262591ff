/**
 * @param {readonly number[]} values
 * @returns {number} the value in the middle; of an even number the mean of both
 */
export function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const half = sorted.length / 2;
	return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

/**
 * @param {readonly number[]} values
 * @returns {string} the smallest and the largest, rounded
 */
export function span(values) {
	return `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
}
