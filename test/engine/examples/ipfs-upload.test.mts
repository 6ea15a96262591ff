import { describe, expect, it } from 'vitest';
import { changedExample, PLATFORM_FAILURES, startAt, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';
import { binaryItem } from '../support/index.mts';

const file = { content: 'hello world\n', fileName: 'hello.txt', mimeType: 'text/plain' };
/** The CID that `ipfs add` prints for these bytes. */
const cid = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';

const { platform, run, succeed } = useExample('ipfs-upload');

describe('Pin an uploaded file', () => {
	it.each(['default', 'filesystem'] as const)(
		'passes on CID and public link of the file the form received (%s)',
		async (binaryMode) => {
			const report = await succeed({
				startNode: 'Upload Form',
				triggerItems: [
					binaryItem({ Title: 'Greeting' }, { File: file }),
					binaryItem({ Title: '' }, { File: { ...file, content: 'bye', fileName: 'bye.txt' } }),
				],
				binaryMode,
			});
			expect(report.executed).toEqual([
				'Upload Form',
				'Pin File',
				'Wait Until Pinned',
				'CID and Public Link',
			]);
			expect(jsons(report.items('CID and Public Link'))).toEqual([
				{ Title: 'Greeting', CID: cid, 'Public link': `https://ipfsgw.com/ipfs/${cid}` },
				{
					Title: 'bye.txt',
					CID: expect.stringMatching(/^Qm/) as string,
					'Public link': expect.stringMatching(/^https:\/\/ipfsgw\.com\/ipfs\/Qm/) as string,
				},
			]);
		},
	);

	it('runs by hand, also repeatedly', async () => {
		for (const count of [1, 2]) {
			const report = await succeed();
			expect(report.items('CID and Public Link')).toHaveLength(1);
			expect(platform.sandbox.state().pins).toHaveLength(3 + count);
		}
	});

	it('stops when a file cannot be pinned', async () => {
		platform.sandbox.setDeployment({ pinOutcome: 'error' });
		const report = await run();
		expect(report.error?.message).toContain("its status is 'error'");
		expect(report.executed).not.toContain('CID and Public Link');
	});

	it('stops when a file is not pinned in time', async () => {
		platform.sandbox.setDeployment({ ms: 60_000 });
		const example = changedExample('ipfs-upload', 'Wait Until Pinned', {
			waitInterval: 1,
			waitLimit: 1,
		});
		const report = await run({}, example);
		expect(report.error?.message).toMatch(
			/^Waited 1 s for the pin .+ to be pinned .+; the last state was 'pinning'/,
		);
		expect(report.executed).not.toContain('CID and Public Link');
	});

	it.each([
		...PLATFORM_FAILURES,
		[{ kind: 'status', status: 413 }, /larger than Chainstack accepts/],
		[{ kind: 'reset', when: 'before' }, /^The pin of 'hello-\d+\.txt' may exist anyway/],
	] as const)('stops with the reason when the upload fails: %j', async (fault, reason) => {
		platform.sandbox.fault({ server: 'platform', method: 'POST', ...fault });
		const report = await run();
		expect(report.error?.message).toMatch(reason);
		expect(report.executed).not.toContain('Wait Until Pinned');
	});

	it('stops when the form received no file', async () => {
		const report = await run(startAt('Upload Form', { Title: 'Nothing' }));
		expect(report.error?.message).toMatch(/^The input has no file field 'File'/);
		expect(platform.requests()).toEqual([]);
	});

	it('says what may have been pinned when the answer was lost', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after', times: 1 });
		const report = await run();
		expect(report.executed).not.toContain('CID and Public Link');
		expect(report.error?.message).toMatch(/may exist anyway|was created/);
	});
});
