/** The value in the middle; of an even number the mean of both. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const half = sorted.length / 2;
	return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}
