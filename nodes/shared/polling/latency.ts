/** Neighbouring buckets differ by this factor, so that the middle of one is within 10 % of all that is in it. */
const RATIO = 1.2;

/** Most buckets of an object: an endpoint needs about ten, and forty if it uses the whole range of a check alike. */
const MOST_BUCKETS = 24;

/** The percentiles that are given; values far from them are the first to share a bucket. */
const PERCENTILES = [0.5, 0.95];

/** How often latencies were about so long: indexes and counts in turn, the shortest first. */
export type Latencies = readonly number[];

interface Bucket {
	/** The latency is about `RATIO` to the power of this, in milliseconds. */
	index: number;
	count: number;
}

/** @returns the latencies with one more, of at least a millisecond */
export function addLatency(latencies: Latencies, milliseconds: number): Latencies {
	const index = Math.round(Math.log(Math.max(1, milliseconds)) / Math.log(RATIO));
	const buckets = toBuckets(latencies);
	const place = buckets.findIndex((bucket) => bucket.index >= index);
	if (place < 0) buckets.push({ index, count: 1 });
	else if (buckets[place].index === index) buckets[place].count += 1;
	else buckets.splice(place, 0, { index, count: 1 });
	const kept = buckets.length > MOST_BUCKETS ? mergeTwo(buckets) : buckets;
	return kept.flatMap(({ index: of, count }) => [of, count]);
}

/** @returns the latency that so large a share of them does not exceed, within 10 %, in milliseconds; `undefined` for none */
export function findPercentile(latencies: Latencies, share: number): number | undefined {
	const buckets = toBuckets(latencies);
	let left = Math.ceil(countAll(buckets) * share);
	for (const { index, count } of buckets) {
		left -= count;
		if (left <= 0) return Number((RATIO ** index).toPrecision(3));
	}
	return undefined;
}

/** @returns latencies as they are saved: the first index, then the count of it and of each that follows */
export function toSavedLatencies(latencies: Latencies): string {
	const buckets = toBuckets(latencies);
	if (buckets.length === 0) return '';
	const [{ index: first }] = buckets;
	const counts: string[] = [];
	for (const { index, count } of buckets) counts[index - first] = count.toString(36);
	// What was never set is joined as an empty text.
	return [first.toString(36), ...counts].join('.');
}

/** @returns latencies as they were saved */
export function fromSavedLatencies(saved: string): Latencies {
	if (saved === '') return [];
	const [first, ...counts] = saved.split('.');
	const begin = parseInt(first, 36);
	return counts.flatMap((count, place) =>
		count === '' ? [] : [begin + place, parseInt(count, 36)],
	);
}

function toBuckets(latencies: Latencies): Bucket[] {
	const indexes = latencies.filter((_, place) => place % 2 === 0);
	return indexes.map((index, number) => ({ index, count: latencies[number * 2 + 1] }));
}

function countAll(buckets: readonly Bucket[]): number {
	return buckets.reduce((sum, { count }) => sum + count, 0);
}

/** Merges the two neighbours that are farthest from the percentiles: the order of all latencies stays. */
function mergeTwo(buckets: readonly Bucket[]): Bucket[] {
	const all = countAll(buckets);
	let below = 0;
	let farthest = { place: 0, distance: -1 };
	for (let place = 0; place + 1 < buckets.length; place += 1) {
		const from = below / all;
		const to = (below + buckets[place].count + buckets[place + 1].count) / all;
		const distances = PERCENTILES.map((share) => Math.max(from - share, share - to));
		const distance = Math.min(...distances);
		if (distance > farthest.distance) farthest = { place, distance };
		below += buckets[place].count;
	}
	const { place } = farthest;
	const [first, second] = buckets.slice(place, place + 2);
	const { index } = first.count >= second.count ? first : second;
	const merged = { index, count: first.count + second.count };
	return [...buckets.slice(0, place), merged, ...buckets.slice(place + 2)];
}
