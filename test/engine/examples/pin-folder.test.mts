import { describe, expect, it } from 'vitest';
import { startAt, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';
import { binaryItem } from '../support/index.mts';

const { platform, run, succeed } = useExample('pin-folder');

/** The trigger that starts it for a folder, as its form does. */
const submitted = (folder: string) =>
	startAt('Upload Finished Form', { 'Bucket ID': 'BUCK-1337-8085-1337', 'Folder ID': folder });

describe('Pin a folder after an upload', () => {
	it.each([
		['by hand', 'Run by Hand'],
		['with what the form received', submitted('FOLD-1337-8085-1337')],
	])('passes on CID and public link, %s', async (_, options) => {
		const report = await succeed(options);
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
		const report = await run(submitted('FOLD-2337-8085-1337'));
		expect(jsons(report.items('CID and Public Link'))).toEqual([
			{ Title: 'The folder is empty', CID: null, 'Public link': null, Status: 'nothing to pin' },
		]);
	});

	it('waits until a pin has its CID', async () => {
		platform.sandbox.setDeployment({ ms: 1500 });
		const place = { bucketId: 'BUCK-1337-8085-1337', folderId: 'FOLD-1337-8085-1337' };
		const file = { data: { content: 'just uploaded', fileName: 'new.txt' } };
		const upload = { items: [binaryItem({}, file)] };
		const [pin] = (
			await platform.run(['ipfs', 'pinFile'], { ...place, additionalFields: place }, upload)
		).output;
		expect(pin.json).toMatchObject({ status: 'pinning' });
		const report = await run();
		expect(jsons(report.items('CID and Public Link'))).toMatchObject(
			[0, 1, 2, 3].map(() => ({
				CID: expect.stringMatching(/^(Qm|baf)/) as string,
				Status: 'pinned',
			})),
		);
	});

	it('says which files could not be pinned', async () => {
		platform.sandbox.fault({ method: 'GET', path: '/v1/ipfs/pins', kind: 'status', status: 403 });
		const report = await succeed();
		expect(jsons(report.items('CID and Public Link'))).toMatchObject(
			[0, 1, 2].map(() => ({ Status: expect.stringMatching(/^not pinned: .+/) as string })),
		);
	});
});
