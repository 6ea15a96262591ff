import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: [{ id: 'PIN-1' }] }));
const pin = ['ipfs', 'pinByCid'] as const;
const bucketId = 'BUCK-1337-8085-1337';
const folderId = 'FOLD-2337-8085-1337';
const cid = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';
const version1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

describe('Storage · Pin by CID', () => {
	it('waits until the content is pinned where that is wanted, and says otherwise that more follows', async () => {
		platform.sandbox.setDeployment({ ms: 0 });
		const waits = { waitUntilPinned: true, waitInterval: 1, waitLimit: 20 };
		const waited = await platform.succeed(pin, { bucketId, cid, ...waits });
		expect(jsons(waited.output)).toMatchObject([{ cid, status: 'pinned', wait: { attempts: 1 } }]);
		platform.sandbox.setDeployment({ ms: 60_000 });
		const early = await platform.run(pin, { bucketId, cid: version1 });
		const hints = early.hints.map(({ message }) => message).join();
		expect(hints.includes('come later')).toBe(!early.output[0].json.cid);
		const wrong = await platform.run(pin, { bucketId, cid, ...waits, waitInterval: 30 });
		expect(told(wrong).message).toContain("'Give Up After (Seconds)'");
	});

	it('sends JSON and outputs one item per pin', async () => {
		const run = await platform.succeed(pin, {
			bucketId,
			cid: ` ${cid} `,
			additionalFields: { title: 'Greeting', folderId },
		});
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'POST', path: '/v1/ipfs/pins/pinbycid', query: {} });
		expect(request.headers['content-type']).toBe('application/json');
		expect(request.body).toEqual({
			bucket_id: bucketId,
			cid,
			title: 'Greeting',
			folder_id: folderId,
		});
		expect(jsons(run.output)).toMatchObject([{ cid, title: 'Greeting', folderId }]);
	});

	it('sends only what is filled in', async () => {
		await platform.run(pin, { bucketId, cid: version1 });
		expect(platform.requests()[0].body).toEqual({ bucket_id: bucketId, cid: version1 });
	});

	it.each([
		cid,
		version1,
		version1.toUpperCase(),
		'zdj7WhuEjrB52m1BisYCtmjH1hSKa7yZ3jEZ9JcXaFRD51wVz',
		'k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8',
		'f01701220c3c4733ec8affd06cf9e9ff50ffc6bcd2ec85a6170004bb709669c31de94391a',
	])('accepts %s', async (value) => {
		await platform.runAt(server, pin, { bucketId, cid: value });
		expect(server.seen[0].json).toMatchObject({ cid: value });
	});

	it.each([
		`ipfs://${cid}`,
		`ipfs://ipfs/${cid}/`,
		`/ipfs/${cid}`,
		`https://ipfsgw.com/ipfs/${cid}`,
		`https://ipfsgw.com/ipfs/${cid}?filename=a.png`,
	])('finds the identifier in %s', async (value) => {
		await platform.run(pin, { bucketId, cid: value });
		expect(platform.requests()[0].body).toMatchObject({ cid });
	});

	it.each([
		['hello', "'hello' is not a content identifier (CID)"],
		[cid.slice(0, -1), `'${cid.slice(0, -1)}' is not a content identifier (CID)`],
		[`${cid}0`, `'${cid}0' is not a content identifier (CID)`],
		[`ipfs://${cid}/a.png`, `'ipfs://${cid}/a.png' is not a content identifier (CID)`],
		['https://example.com/', "'https://example.com/' is not a content identifier (CID)"],
	])('refuses %s', async (value, message) => {
		const run = await platform.run(pin, { bucketId, cid: value });
		expect(told(run).message).toBe(message);
		expect(platform.requests()).toEqual([]);
	});

	it('refuses a title that is too long', async () => {
		const additionalFields = { title: 'x'.repeat(256) };
		const run = await platform.run(pin, { bucketId, cid, additionalFields });
		expect(told(run).message).toContain('has 256 characters');
		expect(platform.requests()).toEqual([]);
	});

	it('says that the pin may exist, and what it found', async () => {
		platform.sandbox.fault({ kind: 'reset', when: 'after', path: 'pinbycid' });
		const run = await platform.run(pin, { bucketId, cid });
		expect(told(run).message).toContain(`The pin of ${cid} may exist anyway`);
		expect(told(run).description).toMatch(/^PIN-\S+ was created/);
	});

	it('finds after a lost answer the same content under the other version', async () => {
		const found = {
			id: 'PIN-7',
			cid: 'bafybeicg2rebjoofv4kbyovkw7af3rpiitvnl6i7ckcywaq6xjcxnc2mby',
			created_at: new Date().toISOString(),
		};
		server.answer = ({ method }) =>
			method === 'POST' ? { status: 502 } : { body: { count: 1, results: [found] } };
		const run = await platform.runAt(server, pin, { bucketId, cid });
		expect(told(run).description).toMatch(/^PIN-7 was created/);
	});

	it.each([true, false])('returns the pin, simplified: %s', async (simplify) => {
		const service = { id: 'PIN-1', cid, title: 't', status: 'pinned', public_link: 'https://x' };
		const record = { ...service, item_count: 1, owner: { id: 'RG-1' } };
		server.answer = () => ({ body: [record] });
		const waits = { waitUntilPinned: true, waitInterval: 1, waitLimit: 20 };
		for (const more of [{}, waits]) {
			server.answer = ({ method }) => ({ body: method === 'POST' ? [record] : record });
			const run = await platform.runAt(server, pin, { bucketId, cid, simplify, ...more });
			const [{ json }] = run.output;
			if (!simplify) expect(json).toEqual(record);
			else
				expect(Object.keys(json).slice(0, 5)).toEqual([
					'title',
					'status',
					'cid',
					'publicLink',
					'id',
				]);
		}
	});

	it('pins the items one at a time, and each fails on its own', async () => {
		const run = await platform.run(
			pin,
			{ bucketId, cid: `={{ $json.n === 1 ? 'no' : '${cid.slice(0, -1)}' + $json.n }}` },
			{ items: numbered(4).slice(1), node: { onError: 'continueErrorOutput' } },
		);
		expect(pairs(run.output)).toEqual([1, 2]);
		expect(pairs(run.errorOutput)).toEqual([0]);
		expect(platform.sandbox.maxInFlight().ipfs).toBe(1);
	});

	it('works for an agent', async () => {
		const parameters = { bucketId, cid: "={{ $fromAI('cid') }}" };
		const run = await platform.runTool(pin, parameters, [{ cid }, { cid: 'no' }]);
		expect(run.answers[0]).toMatchObject([{ json: { cid } }]);
		expect(run.answers[1]).toMatchObject([
			{ json: { error: expect.stringContaining('starts with Qm') as string } },
		]);
	});
});
