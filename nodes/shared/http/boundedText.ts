import { isRecord } from '../text/json';

/** Thrown when an answer is longer than allowed. */
export class TooLarge extends Error {}

/** A body as n8n's helper returns it when asked for a stream. */
type Body = AsyncIterable<Uint8Array | string> & { destroy(): void };

/**
 * Reads the body of an answer as text. As a stream, because the HTTP client that n8n uses unpacks compressed
 * bodies of any size, and n8n does not let the client's own limit be set.
 *
 * @param body a stream, or a text where a helper has read it already
 * @param limitBytes most bytes after unpacking
 * @param signal ends the reading
 * @returns the text without byte order mark
 * @throws TooLarge when there is more, with the stream destroyed; or what the stream threw
 */
export async function readBoundedText(
	body: unknown,
	limitBytes: number,
	signal: AbortSignal,
): Promise<string> {
	if (typeof body === 'string') {
		if (Buffer.byteLength(body) > limitBytes) throw new TooLarge();
		return body;
	}
	if (!isStream(body)) return '';
	const stop = (): void => body.destroy();
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	try {
		for await (const chunk of body) {
			const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
			bytes += part.length;
			// Leaving the loop destroys the stream.
			if (bytes > limitBytes) throw new TooLarge();
			chunks.push(part);
		}
	} finally {
		// Node.js keeps a signal that has listeners in memory until its deadline.
		signal.removeEventListener('abort', stop);
	}
	// Leaves out a byte order mark.
	return new TextDecoder().decode(Buffer.concat(chunks));
}

function isStream(body: unknown): body is Body {
	return isRecord(body) && Symbol.asyncIterator in body;
}
