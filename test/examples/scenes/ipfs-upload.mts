import type { Facts, Scene } from '../scene.mts';
import { REASONS } from '../sentences.mts';

const newPins = ({ before, after }: Facts) =>
	after.pins.filter(({ id }) => !before.pins.some((pin) => pin.id === id));

export const ipfsUpload: Scene = {
	start: 'Run by Hand',
	loses: 'POST',
	hurry: { 'Wait Until Pinned': { waitInterval: 1, waitLimit: 10 } },
	paths: {
		bad: { prepare: async (stage) => await stage.setDeployment({ ms: 1, pinOutcome: 'error' }) },
		empty: { start: 'Upload Form', input: { Title: '' } },
		'partly failed': {
			prepare: async (stage) =>
				await stage.fault({
					path: '/v1/ipfs/pins/PIN',
					method: 'GET',
					kind: 'status',
					status: 404,
				}),
		},
	},
	statements: [
		[
			/^(\S+) is pinned$/,
			(facts, title) =>
				newPins(facts).some((pin) => pin.title === title && pin.status === 'pinned'),
		],
		[
			/^(\S+) is pinned: https:\/\/ipfsgw\.com\/ipfs\/(\w+) \(CID (\w+)\)$/,
			(facts, title, cid, same) =>
				cid === same && newPins(facts).some((pin) => pin.title === title && pin.cid === cid),
		],
		[
			/^The file is not known to be pinned(: |$)/,
			({ requests }) =>
				requests
					.filter(({ path }) => path.includes('pinfile'))
					.every(({ status, closedEarly }) => status !== 200 || closedEarly),
		],
		[
			/^(\S+) is not known to be pinned$/,
			(facts, title) => newPins(facts).some((pin) => pin.title === title),
		],
		[
			/^(\S+) \((PIN-[\d-]+)\) was uploaded, but is not known to be pinned: /,
			(facts, title, id) => newPins(facts).some((pin) => pin.title === title && pin.id === id),
		],
		[
			/The pin (PIN-[\d-]+) can no longer be pinned: its status is 'error'.*/,
			(facts, id) => newPins(facts).some((pin) => pin.id === id && pin.status === 'error'),
		],
		...REASONS,
	],
};
