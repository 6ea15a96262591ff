/** Neighbouring buckets differ by this factor, so that the middle of one is within 10 % of all that is in it. */
const RATIO = 1.2;

/** Most buckets of an object: an endpoint needs about ten, and forty if it uses the whole range of a check alike. */
const MOST_BUCKETS = 24;

/** The percentiles that are given; values far from them are the first to share a bucket. */
const PERCENTILES = [0.5, 0.95];

/** Values are not nearer to a percentile than this share of all: so many more of them move it by as much. */
const NEAREST = 0.01;

/**
 * The characters by which latencies are saved: those that are one byte of JSON, and separate nothing in what is saved.
 * The first ones end a number, the others go on.
 */
const DIGITS =
	'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_!#$%&()*+,./:<=>?@[]^`{}~';

const ENDING = DIGITS.indexOf('!');

const GOING_ON = DIGITS.length - ENDING;

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
	const counts: number[] = [];
	for (const { index, count } of buckets) counts[index - first] = count;
	return [first, ...Array.from(counts, (count = 0) => count)].map(toSavedNumber).join('');
}

/** @returns latencies as they were saved */
export function fromSavedLatencies(saved: string): Latencies {
	const [first, ...counts] = fromSavedNumbers(saved);
	return counts.flatMap((count, place) => (count === 0 ? [] : [first + place, count]));
}

/** @returns a whole number as it is saved: the lowest digit first. Most counts take one or two characters */
function toSavedNumber(number: number): string {
	let text = '';
	let left = number;
	while (left >= ENDING) {
		text += DIGITS[ENDING + (left % GOING_ON)];
		left = Math.floor(left / GOING_ON);
	}
	return text + DIGITS[left];
}

function fromSavedNumbers(saved: string): number[] {
	const numbers: number[] = [];
	let number = 0;
	let unit = 1;
	for (const character of saved) {
		const digit = DIGITS.indexOf(character);
		if (digit >= ENDING) {
			number += (digit - ENDING) * unit;
			unit *= GOING_ON;
		} else {
			numbers.push(number + digit * unit);
			number = 0;
			unit = 1;
		}
	}
	return numbers;
}

function toBuckets(latencies: Latencies): Bucket[] {
	const indexes = latencies.filter((_, place) => place % 2 === 0);
	return indexes.map((index, number) => ({ index, count: latencies[number * 2 + 1] }));
}

function countAll(buckets: readonly Bucket[]): number {
	return buckets.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Merges the two neighbours by which the percentiles lose least: those that hold few of all values, and are far from
 * both. The order of all latencies stays.
 */
function mergeTwo(buckets: readonly Bucket[]): Bucket[] {
	const all = countAll(buckets);
	let below = 0;
	let least = { place: 0, loss: Infinity };
	for (let place = 0; place + 1 < buckets.length; place += 1) {
		const { count } = buckets[place];
		const from = below / all;
		const to = (below + count + buckets[place + 1].count) / all;
		const distances = PERCENTILES.map((share) => Math.max(from - share, share - to, 0));
		const loss = (to - from) / (Math.min(...distances) + NEAREST) ** 2;
		if (loss < least.loss) least = { place, loss };
		below += count;
	}
	const { place } = least;
	const [first, second] = buckets.slice(place, place + 2);
	const { index } = first.count >= second.count ? first : second;
	const merged = { index, count: first.count + second.count };
	return [...buckets.slice(0, place), merged, ...buckets.slice(place + 2)];
}
