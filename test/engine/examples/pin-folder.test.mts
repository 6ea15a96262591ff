import { describe, expect, it } from 'vitest';
import { useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { run } = useExample('pin-folder');

describe('Pin a folder after an upload', () => {
	it.each([
		['by hand', { startNode: 'Run by Hand' }],
		[
			'with what the form received',
			{
				startNode: 'Upload Finished Form',
				triggerItems: [
					{ json: { 'Bucket ID': 'BUCK-1337-8085-1337', 'Folder ID': 'FOLD-1337-8085-1337' } },
				],
			},
		],
	])('passes on CID and public link, %s', async (_, options) => {
		const report = await run(options);
		expect(report.error).toBeUndefined();
		const links = report.items('CID and Public Link');
		expect(links).toHaveLength(3);
		for (const { json } of links) {
			expect(json).toEqual({
				Title: expect.any(String) as string,
				CID: expect.stringMatching(/^(Qm|baf)/) as string,
				'Public link': `https://ipfsgw.com/ipfs/${String(json.CID)}`,
				Status: 'pinned',
			});
		}
	});

	it('continues when the folder is empty', async () => {
		const json = { 'Bucket ID': 'BUCK-1337-8085-1337', 'Folder ID': 'FOLD-2337-8085-1337' };
		const report = await run({
			startNode: 'Upload Finished Form',
			triggerItems: [{ json }],
		});
		expect(jsons(report.items('CID and Public Link'))).toEqual([
			expect.objectContaining({ Title: 'The folder is empty' }),
		]);
	});
});
