import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';

import { readBoundedText, TooLarge } from '../../../nodes/shared/http/boundedText';

const never = new AbortController().signal;

const streamOf = (...chunks: Array<Buffer | string>): Readable =>
	Readable.from(chunks, { objectMode: false });

/** An endless stream that records how much of it was read. */
class Flood extends Readable {
	taken = 0;

	override _read(): void {
		this.taken += 1000;
		this.push(Buffer.alloc(1000, 'x'));
	}
}

describe('boundedText', () => {
	const TEXT = 'ü 🌍';
	it.each<[string, unknown, string]>([
		['a string', TEXT, TEXT],
		['a stream', streamOf(TEXT), TEXT],
		['a stream of strings', Readable.from(['ü ', '🌍']), TEXT],
		[
			'a stream in single bytes',
			streamOf(...[...Buffer.from(TEXT)].map((n) => Buffer.of(n))),
			TEXT,
		],
		['bytes that are not buffers', Readable.from([new TextEncoder().encode(TEXT)]), TEXT],
		['an empty text', '', ''],
		['an empty stream', streamOf(), ''],
		['nothing', undefined, ''],
		['null', null, ''],
		['an object that is not a stream', {}, ''],
	])('reads %s', async (_, body, expected) => {
		expect(await readBoundedText(body, 100, never)).toBe(expected);
	});

	it.each<[string, () => unknown]>([
		['a string', () => 'ä'.repeat(50)],
		['a stream', () => streamOf('ä'.repeat(25), 'ä'.repeat(25))],
	])('reads up to the limit, in bytes: %s', async (_, body) => {
		expect(await readBoundedText(body(), 100, never)).toBe('ä'.repeat(50));
		await expect(readBoundedText(body(), 99, never)).rejects.toBeInstanceOf(TooLarge);
	});

	it('reads no more of a stream than the limit, and destroys it', async () => {
		const flood = new Flood();
		await expect(readBoundedText(flood, 200_000, never)).rejects.toBeInstanceOf(TooLarge);
		expect(flood.destroyed).toBe(true);
		// The bytes that a stream has buffered are added to that.
		expect(flood.taken).toBeLessThan(200_000 + 2 * flood.readableHighWaterMark);
	});

	it('removes the byte order mark, but only at the start', async () => {
		const bytes = [...Buffer.from('\uFEFFa\uFEFFb')].map((byte) => Buffer.of(byte));
		expect(await readBoundedText(streamOf(...bytes), 100, never)).toBe('a\uFEFFb');
	});

	it('rethrows what the stream throws', async () => {
		const fault = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		const broken = new Readable({
			read() {
				this.destroy(fault);
			},
		});
		await expect(readBoundedText(broken, 100, never)).rejects.toBe(fault);
	});

	it('ends at once when the signal fires, with the stream destroyed', async () => {
		const stop = new AbortController();
		const silent = new Readable({ read: () => undefined });
		silent.push('the beginning');
		const reading = readBoundedText(silent, 100, stop.signal).catch(() => 'ended');
		await new Promise((resolve) => setTimeout(resolve, 10));
		stop.abort();
		expect(await reading).toBe('ended');
		expect(silent.destroyed).toBe(true);
	});

	it.each([
		['read', 10],
		['too large', 1],
	])('leaves no listener on the signal when the answer is %s', async (_, limit) => {
		const { signal } = new AbortController();
		await readBoundedText(Readable.from([Buffer.from('four')]), limit, signal).catch(
			() => undefined,
		);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('does not start when the signal has already fired', async () => {
		const silent = new Readable({ read: () => undefined });
		const reading = readBoundedText(silent, 100, AbortSignal.abort()).catch(() => 'ended');
		const late = new Promise((resolve) => setTimeout(() => resolve('still reading'), 200));
		expect(await Promise.race([reading, late])).toBe('ended');
		expect(silent.destroyed).toBe(true);
	});
});
