import { describe, expect, it } from 'vitest';

import { ASKED_FAMILIES } from '../../../sandbox/contract/endpoints.mts';
import { seedIds, type Sandbox } from '../../../sandbox/start.mts';
import { rowsThat } from '../../../scripts/live/report.mts';
import { ENCODINGS } from '../fixtures/encodings.mts';
import {
	API_KEY,
	ENDPOINT_KEY,
	everythingOf,
	familyServer,
	ownSandbox,
	runAgainst,
} from './liveFixture.mts';

/** Reads a list of a sandbox as its users do. */
async function read(sandbox: Sandbox, path: string): Promise<Record<string, unknown>> {
	const response = await fetch(sandbox.url + path, {
		headers: { authorization: `Bearer ${sandbox.apiKey}` },
	});
	return (await response.json()) as Record<string, unknown>;
}

/** Waits until the clock has another time. */
async function nextMoment(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Adds to lists that are short or empty at first. */
async function addToLists(sandbox: Sandbox): Promise<void> {
	sandbox.addNodes(15);
	await nextMoment();
	sandbox.addNodes(15);
	const post = async (path: string, body: object): Promise<void> => {
		const headers = {
			authorization: `Bearer ${sandbox.apiKey}`,
			'content-type': 'application/json',
		};
		const init = { method: 'POST', headers, body: JSON.stringify(body) };
		expect((await fetch(sandbox.url + path, init)).ok).toBe(true);
	};
	for (const digit of '12') {
		await post('/v1/faucet/sepolia', { address: `0x${digit.repeat(40)}` });
		await nextMoment();
	}
	const rule = { type: 'ip', value: '203.0.113.20' };
	await post(`/v2/nodes/${seedIds.nodes.ethereum}/access-rules/`, rule);
	await post('/v1/ipfs/pins/pinbycid', {
		bucket_id: seedIds.bucket,
		folder_id: seedIds.folders.pictures,
		cid: 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o',
	});
	await post('/v1/ipfs/pins/pinbycid', {
		bucket_id: seedIds.bucket,
		cid: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
	});
}

describe('a run against the sandbox', () => {
	it('finds nothing that differs, and leaves nothing behind', async () => {
		const sandbox = await ownSandbox();
		const before = sandbox.state();
		const { result, differs, questions } = await runAgainst(everythingOf(sandbox));
		expect(differs).toEqual({});
		expect(rowsThat('confirmed', result.parts).length).toBeGreaterThan(220);
		expect(questions).toEqual([expect.stringMatching(/one node .* in the project PR-123-456-789/)]);
		expect(result.left).toEqual([]);
		expect(sandbox.state()).toEqual(before);
	});

	it('stays below one request a second', async () => {
		const sandbox = await ownSandbox();
		const { result } = await runAgainst(everythingOf(sandbox));
		expect(result.requests).toBe(sandbox.requests().length);
		expect(result.requests / result.seconds).toBeLessThan(1);
	});

	it('only reads unless it may create', async () => {
		const sandbox = await ownSandbox();
		const { questions } = await runAgainst({ ...everythingOf(sandbox), create: false });
		const methods = sandbox.requests().filter(({ server }) => server === 'platform');
		expect(new Set(methods.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect(questions).toEqual([]);
	});

	it('makes nothing that was not agreed to, or without a project that pays', async () => {
		const sandbox = await ownSandbox();
		await runAgainst({ ...everythingOf(sandbox), agrees: false });
		await runAgainst({ ...everythingOf(sandbox), project: undefined });
		const methods = sandbox.requests().map(({ server, method }) => `${server} ${method}`);
		expect(methods).not.toContain('platform POST');
	});

	it('reaches every statement that is not said to be out of reach', async () => {
		const sandbox = await ownSandbox();
		await addToLists(sandbox);
		const { result, differs } = await runAgainst(everythingOf(sandbox));
		expect(differs).toEqual({});
		const missed = rowsThat('not reached', result.parts)
			.filter(({ statement }) => statement.unreachable === undefined)
			.map(({ statement, verdict }) => [statement.id, verdict] as const)
			.filter(([id]) => !/^(?!evm)[a-z]+: |endpoint\.pasted/.test(id));
		expect(Object.fromEntries(missed)).toEqual({});
	});
});

it.each(ASKED_FAMILIES.filter((family) => family !== 'evm'))(
	'asks a node of %s what its family assumes, and finds nothing that differs',
	async (family) => {
		const address = await familyServer(family);
		const endpoints = { [family]: address };
		const { result, differs } = await runAgainst({ baseUrl: 'https://unused.example', endpoints });
		expect(differs).toEqual({});
		const confirmed = rowsThat('confirmed', result.parts).map(({ statement }) => statement.id);
		expect(confirmed).toContain(`${family}: check`);
		expect(confirmed).toContain('endpoint.wrongKey');
	},
);

it('asks a gateway at the address that was pasted', async () => {
	const sandbox = await ownSandbox();
	sandbox.fault({ kind: 'html', status: 404, server: 'rpc', path: `/${ENDPOINT_KEY}/evm` });
	const pasted = `${sandbox.nodeEndpoint}/${ENDPOINT_KEY}`;
	const { result } = await runAgainst({ baseUrl: sandbox.url, endpoints: { evm: pasted } });
	const confirmed = rowsThat('confirmed', result.parts).map(({ statement }) => statement.id);
	expect(confirmed).toEqual(expect.arrayContaining(['endpoint.pasted', 'evm: eth_syncing']));
});

describe('a sandbox that differs in ten statements', () => {
	/** Statements, and how a sandbox comes to differ in each. */
	const changed = async (sandbox: Sandbox): Promise<void> => {
		const answer = (path: string, body: unknown): string =>
			sandbox.fault({ kind: 'status', status: 200, method: 'GET', path, body, times: 1 });
		const nodes = await read(sandbox, '/v1/nodes/?order_by=created_at');
		answer('/v1/nodes/?order_by=-created_at', nodes);
		const network = await read(sandbox, `/v1/networks/${seedIds.networks.ethereum}/`);
		answer('/v1/networks/?project_type', {
			count: 1,
			next: null,
			previous: null,
			results: [{ ...network, details: undefined }],
		});
		const { totals, ...usage } = await read(sandbox, '/v2/reporting/node-usage/');
		answer('/^\\/v2\\/reporting\\/node-usage\\/$/', {
			...usage,
			totals: { ...(totals as object), gb_hour: '9999999' },
		});
		answer('/v1/faucet/transactions-history', [
			{
				protocol: 'ethereum',
				network: 'sepolia',
				amount: { $numberDecimal: '1' },
				address: '0x0',
				userId: 'u',
				organizationId: 'o',
				transactionHash: null,
				timestamp: '2026-11-26',
			},
		]);
		sandbox.setRpcAnswer('*', 'web3_clientVersion', 7);
	};

	const TEN = {
		'pins.missing': 'status 410 (NOT_FOUND)',
		'pages.beyond': 'status 400 (validation_error)',
		'auth.wrong': 'status 403 (permission_denied)',
		'path.slash': 'status 302',
		'PATCH /v1/networks/{id}/': 'status 202',
		'lists.hyphen': 'number 2 is out of order',
		'network.fields': expect.stringMatching(/^details is missing in 1 of \d+$/),
		'usage.totals': 'totals.gb_hour is a text like 0000000',
		'transfer.fields': 'timestamp is a text like 0000-00-00',
		'evm: web3_clientVersion': 'a number',
	};

	it('differs in exactly these', async () => {
		const sandbox = await ownSandbox({
			variant: {
				'pins.missing': { status: 410 },
				'pages.beyond': { status: 400 },
				'auth.wrong': { status: 403 },
				'path.slash': { status: 302 },
				'PATCH /v1/networks/{id}/': { status: 202 },
			},
		});
		await changed(sandbox);
		const { differs } = await runAgainst(everythingOf(sandbox));
		expect(differs).toEqual(TEN);
		expect(Object.keys(TEN)).toHaveLength(10);
	});
});

describe('nothing that a run prints or writes', () => {
	it('holds a key, also if servers repeat them', async () => {
		const sandbox = await ownSandbox();
		sandbox.fault({ kind: 'echoKey', path: '/v1/nodes/', when: 'after' });
		sandbox.fault({ kind: 'echoKey', server: 'rpc', rpcMethod: 'eth_chainId' });
		const { printed } = await runAgainst(everythingOf(sandbox));
		const secrets = sandbox
			.state()
			.nodes.flatMap(({ auth }) => [auth.key, auth.password])
			.concat(API_KEY, ENDPOINT_KEY);
		for (const secret of secrets)
			for (const encode of Object.values(ENCODINGS))
				expect(printed).not.toContain(encode(secret, () => 0));
		expect(printed).not.toMatch(/[\w.]+@example\.com/);
	});
});
