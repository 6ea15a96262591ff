import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { run } from '../../../scripts/commands/test-live.mts';
import { addToCorpus } from '../../../scripts/live/corpus.mts';
import { API_KEY, ENDPOINT_KEY, familyServer, ownSandbox, runAgainst } from './liveFixture.mts';

let said: string[];

beforeEach(() => {
	said = [];
	const say = (...values: unknown[]): void => void said.push(values.join(' '));
	vi.spyOn(console, 'log').mockImplementation(say);
	vi.spyOn(console, 'error').mockImplementation(say);
});

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

const ADDRESS = `https://ethereum-mainnet.core.chainstack.com/${ENDPOINT_KEY}`;

const KEYS_IN_ARGUMENTS: Array<[what: string, args: string[], message: RegExp]> = [
	['an argument', [API_KEY], /not known/],
	['an option', [`--key=${API_KEY}`], /not known/],
	['the value of an option', ['--api-key', API_KEY], /not known/],
	['an address', ['--endpoint', `evm=${ADDRESS}`], /CHAINSTACK_ENDPOINT_EVM/],
];

describe('the command', () => {
	it.each(KEYS_IN_ARGUMENTS)(
		'takes no key as %s, and does not repeat it',
		async (_, args, message) => {
			expect(await run(args)).toBe(2);
			expect(said.join('\n')).toMatch(message);
			expect(said.join('\n')).not.toContain(API_KEY);
			expect(said.join('\n')).not.toContain(ENDPOINT_KEY);
		},
	);

	it('does not repeat an address in the environment that cannot be used', async () => {
		vi.stubEnv('CHAINSTACK_ENDPOINT_EVM', `ws://node.example.com/${ENDPOINT_KEY}`);
		expect(await run([])).toBe(2);
		expect(said.join('\n')).not.toContain(ENDPOINT_KEY);
	});

	it('needs a key, and asks only in a terminal', async () => {
		vi.stubEnv('CHAINSTACK_API_KEY', '');
		expect(await run(['--base-url', 'https://api.example.com'])).toBe(2);
		expect(said).toEqual([expect.stringMatching(/set CHAINSTACK_API_KEY/)]);
	});

	it('ends with 2 where the key is not accepted', async () => {
		const sandbox = await ownSandbox();
		vi.stubEnv('CHAINSTACK_API_KEY', 'wrong.key');
		expect(await run(['--base-url', sandbox.url])).toBe(2);
		expect(said.join('\n')).toMatch(/did not accept the key/);
	});

	it('asks an endpoint alone, and writes the table', async () => {
		vi.stubEnv('CHAINSTACK_API_KEY', '');
		vi.stubEnv('CHAINSTACK_ENDPOINT_APTOS', await familyServer('aptos'));
		const folder = mkdtempSync(join(tmpdir(), 'live-'));
		const file = join(folder, 'report.md');
		expect(await run(['--report', file])).toBe(0);
		const report = readFileSync(file, 'utf8');
		rmSync(folder, { recursive: true });
		expect(report).toMatch(/^\| Aptos: GET answers .* \| confirmed \|/m);
		for (const text of [report, said.join('\n')]) expect(text).not.toContain(ENDPOINT_KEY);
	});
});

describe('the corpus of answers', () => {
	it('gets each answer once, with what it means and without secrets', async () => {
		const address = await familyServer('solana');
		const run = async () =>
			await runAgainst({ baseUrl: 'https://unused.example', endpoints: { solana: address } });
		const { calls, secrets } = (await run()).result;
		const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
		const file = join(folder, 'answers.jsonl');
		writeFileSync(file, '');
		const leaking = calls.map((call) => ({ ...call, body: `${call.body} ${ENDPOINT_KEY}` }));
		const added = addToCorpus(file, [...calls, ...calls, ...leaking], secrets);
		expect(addToCorpus(file, calls, secrets)).toEqual([]);
		const text = readFileSync(file, 'utf8');
		rmSync(folder, { recursive: true });
		expect(text.trim().split('\n')).toHaveLength(added.length);
		expect(text).not.toContain(ENDPOINT_KEY);
		const rows = text
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		const meanings = rows.map(({ method, means }) => [method, means]);
		expect(meanings).toContainEqual(['getHealth', 'answer']);
		expect(meanings).toContainEqual(['contract_noSuchMethod', 'unsupported']);
	});
});
