import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';
import { binaryItem } from '../support/index.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: {} }));
const wait = ['ipfs', 'waitUntilPinned'] as const;
const bucketId = 'BUCK-1337-8085-1337';
const anyNumber = expect.any(Number) as number;
const helloCid = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';

/** Pins files with these contents, one per item of the run that follows, and returns their IDs. */
async function pinned(...contents: string[]) {
	const items = contents.map((content) => binaryItem({}, { data: { content, fileName: content } }));
	const run = await platform.run(['ipfs', 'pinFile'], { bucketId }, { items });
	platform.sandbox.clearRequests();
	return run.output.map(({ json }) => String(json.id));
}

/** Waits for a pin that is in these states, one per poll. */
async function seen(states: object[], parameters: object = {}) {
	server.answer = () => ({ body: states[Math.min(server.seen.length, states.length) - 1] });
	const limits = { waitInterval: 1, waitLimit: 2 };
	return await platform.runAt(server, wait, { pinId: 'PIN-1', ...limits, ...parameters });
}

describe('Storage · Wait Until Pinned', () => {
	it('waits until the content has its CID', async () => {
		platform.sandbox.setDeployment({ ms: 1200 });
		const [pinId] = await pinned('hello world\n');
		const run = await platform.succeed(wait, { pinId, waitInterval: 1 });
		expect(platform.requests().length).toBeGreaterThan(1);
		expect(platform.requests()[0]).toMatchObject({ method: 'GET', path: `/v1/ipfs/pins/${pinId}` });
		expect(run.output[0].json).toMatchObject({
			id: pinId,
			status: 'pinned',
			cid: helloCid,
			publicLink: `https://ipfsgw.com/ipfs/${helloCid}`,
			wait: { lastState: 'pinned', attempts: platform.requests().length },
		});
	});

	it('gives up in time, and says so', async () => {
		platform.sandbox.setDeployment({ ms: 3_600_000 });
		const [pinId] = await pinned('never');
		const run = await platform.run(wait, { pinId, waitInterval: 1, waitLimit: 2 });
		expect(told(run).message).toMatch(
			new RegExp(
				`^Waited 2 s for the pin ${pinId} to be pinned \\([23] attempts\\); the last state was 'pinning'$`,
			),
		);
		expect(told(run).description).toContain('Large content takes longer');
	});

	it('names a pin that can no longer be pinned', async () => {
		platform.sandbox.setDeployment({ ms: 0, pinOutcome: 'error' });
		const [pinId] = await pinned('broken');
		const run = await platform.run(wait, { pinId });
		expect(told(run).message).toBe(
			`The pin ${pinId} can no longer be pinned: its status is 'error'`,
		);
		expect(platform.requests()).toHaveLength(1);
	});

	it.each([
		[{ cid: 'error', status: 'pinned' }, "its CID is 'error'"],
		[{ cid: null, title: 'error', status: 'pinning' }, "its title is 'error'"],
		[{ cid: null, status: 'Failed' }, "its status is 'Failed'"],
	])('treats %j as failed for good', async (pin, reason) => {
		const run = await seen([pin]);
		expect(told(run).message).toContain(reason);
		expect(server.seen).toHaveLength(1);
	});

	it.each<[{ id: string; cid: string; title?: string; status?: string }]>([
		[{ id: 'PIN-1', cid: 'Qm1', status: 'pinned' }],
		[{ id: 'PIN-1', cid: 'Qm1' }],
		[{ id: 'PIN-1', cid: 'Qm1', title: 'error', status: 'pinned' }],
	])('treats %j as pinned', async (pin) => {
		const wait = { attempts: 1, lastState: pin.status ?? 'unknown', elapsedMs: anyNumber };
		expect(jsons((await seen([pin])).output)).toEqual([{ ...pin, wait }]);
	});

	it('continues to wait at what is not pinned yet', async () => {
		const pins = [
			[{ cid: 'Qm1', status: 'pinning' }, "'pinning'"],
			[{ cid: '', status: 'pinned' }, "'pinned' (it has no CID yet)"],
			[{ cid: null }, "'unknown' (it has no CID yet)"],
			[{ status: 'queued' }, "'queued' (it has no CID yet)"],
		] as const;
		server.answer = ({ url }) => ({ body: pins[Number(/PIN-(\d)/.exec(url)?.[1])][0] });
		const run = await platform.runAt(
			server,
			wait,
			{ pinId: '={{ "PIN-" + $json.n }}', waitInterval: 1, waitLimit: 2 },
			{ items: numbered(pins.length), node: { onError: 'continueErrorOutput' } },
		);
		expect(pairs(run.errorOutput)).toEqual([0, 1, 2, 3]);
		for (const [n, [, state]] of pins.entries()) {
			expect(run.errorOutput[n].json.error).toContain(`the last state was ${state}`);
			const polls = server.seen.filter(({ url }) => url.includes(`PIN-${n}`));
			expect(polls.length).toBeGreaterThanOrEqual(2);
		}
	});

	it('waits for the public link if that is switched on', async () => {
		const first = { id: 'PIN-1', cid: 'Qm1', status: 'pinned', public_link: null };
		const second = { ...first, public_link: 'https://ipfsgw.com/ipfs/Qm1' };
		expect(jsons((await seen([first, second])).output)).toMatchObject([
			{ id: 'PIN-1', cid: 'Qm1', publicLink: null },
		]);
		const run = await seen([first, first, second], { waitForLink: true });
		expect(jsons(run.output)).toMatchObject([{ publicLink: second.public_link }]);
		const never = await seen([first], { waitForLink: true });
		expect(told(never).message).toContain("'pinned' (it has no public link yet)");
	});

	it('refuses an ID that is none before anything is sent', async () => {
		const run = await platform.run(wait, { pinId: '..' });
		expect(told(run).message).toContain("'..' is not a pin ID");
		expect(platform.requests()).toEqual([]);
	});
});
