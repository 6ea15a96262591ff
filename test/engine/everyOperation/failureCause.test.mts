import type { Failure } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import { nodeStatus, watchingOn } from '../fixtures/polling.mts';

const platform = usePlatform();
const watching = watchingOn(platform);

/** n8n reads the cause as plain data of the thrown error, or of its causes. */
const failureOf = (error: unknown): Failure | undefined =>
	(error as { failure?: Failure } | undefined)?.failure;

describe('the cause of a failure, as n8n sees it', () => {
	const options = { limits: { maxRetries: 0, maxRetryWait: 1 } };

	it('is a key that is not accepted', async () => {
		const credentials = platform.credential({ apiKey: 'no0such0key0exists0here' });
		const run = await platform.run(['organization', 'get'], { options }, { credentials });
		expect(failureOf(run.error)).toEqual({ cause: 'credential-invalid' });
	});

	it('is a service that rate limits, with the wait it asked for', async () => {
		platform.sandbox.fault({ kind: 'status', status: 429, retryAfter: 7200 });
		const run = await platform.run(['organization', 'get'], { options });
		expect(failureOf(run.error)).toEqual({ cause: 'rate-limited', retryAfterMs: 7_200_000 });
	});

	it('of a poll is what n8n uses to decide when to poll again', async () => {
		const trigger = await watching(nodeStatus);
		platform.sandbox.fault({ kind: 'status', status: 401 });
		const { error } = await trigger.poll();
		expect(failureOf(error)).toEqual({ cause: 'credential-invalid' });
	});
});
