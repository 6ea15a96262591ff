import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene } from '../scene.mts';
import { REASONS } from '../sentences.mts';

export const pinFolder: Scene = {
	start: 'Run by Hand',
	loses: 'POST',
	hurry: { 'Wait Until Pinned': { waitInterval: 1, waitLimit: 10 } },
	paths: {
		bad: {
			start: 'Upload Finished Form',
			input: { 'Bucket ID': seedIds.bucket, 'Folder ID': 'FOLD-9-9-9' },
		},
		empty: {
			start: 'Upload Finished Form',
			input: { 'Bucket ID': seedIds.bucket, 'Folder ID': seedIds.folders.empty },
		},
		'partly failed': {
			prepare: async (stage) =>
				await stage.fault({
					path: '/v1/ipfs/pins/PIN',
					method: 'GET',
					kind: 'status',
					status: 404,
					times: 1,
				}),
		},
	},
	statements: [
		[
			/^(\d+) of (\d+) files are pinned$/,
			({ after }, pinned, all) =>
				Number(pinned) <= after.pins.filter(({ status }) => status === 'pinned').length &&
				after.pins.length === Number(all),
		],
		[
			/^(\S+): https:\/\/ipfsgw\.com\/ipfs\/(\w+)$/,
			({ after }, title, cid) =>
				after.pins.some((pin) => pin.title === title && pin.cid === cid && pin.status === 'pinned'),
		],
		[
			/^(\S+): not known to be pinned: /,
			({ requests }) => requests.some(({ method, status }) => method === 'GET' && status === 404),
		],
		[
			/^The folder is not known to be pinned(: |$)/,
			({ requests }) => requests.some(({ method, status }) => method === 'POST' && status !== 200),
		],
		[/^The folder is empty$/, 'advice'],
		[
			/^The folder is empty: there is nothing to pin\.$/,
			({ after }) => after.pins.every(({ folderId }) => folderId !== seedIds.folders.empty),
		],
		...REASONS,
	],
};
