import { describe, expect, it } from 'vitest';

import { buildEndpointAddress } from '../../../nodes/shared/addresses/endpointAddress';
import { FAMILIES } from '../../../nodes/shared/families';
import { OPERATIONS, operationName } from '../../../sandbox/contract/described.mts';
import { DIFFERENCES } from '../../../sandbox/contract/differences.mts';
import { ASKED_FAMILIES, namesOf } from '../../../sandbox/contract/endpoints.mts';
import { EXCHANGES } from '../../../sandbox/contract/exchanges.mts';
import { STATEMENTS } from '../../../sandbox/contract/index.mts';
import { QUESTIONS } from '../../../sandbox/contract/questions.mts';
import { checkAnswers } from '../../../scripts/live/checkAnswers.mts';
import { RULES } from '../../../scripts/live/rules.mts';

describe('the contract', () => {
	const names = new Set([...EXCHANGES.map(({ name }) => name), ...ASKED_FAMILIES.flatMap(namesOf)]);

	it('has statements with different IDs and sentences', () => {
		const ids = STATEMENTS.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		const sentences = STATEMENTS.map(({ says }) => says);
		expect(new Set(sentences).size).toBe(sentences.length);
	});

	it('has sentences that stand alone', () => {
		const dangling = /^(It|That|So|Nor|They|This|Then|These|With the)\b/;
		expect(STATEMENTS.filter(({ says }) => dangling.test(says))).toEqual([]);
		expect(STATEMENTS.filter(({ where }) => /^As (above|for)\b/.test(where))).toEqual([]);
	});

	it.each(STATEMENTS)('says of "$says" how it is shown, or why it cannot be', (statement) => {
		const { on = [], shape, expect: expected, unreachable, where } = statement;
		expect(where).not.toBe('');
		for (const name of on) expect(names).toContain(name);
		const isShown = (on.length > 0 || shape !== undefined) && expected !== undefined;
		expect(isShown).toBe(unreachable === undefined);
		if (expected?.rule !== undefined) expect(RULES).toHaveProperty([expected.rule]);
	});

	it('uses every exchange', () => {
		const used = new Set(STATEMENTS.flatMap(({ on = [] }) => on));
		const unused = EXCHANGES.filter(({ name }) => !used.has(name)).map(({ name }) => name);
		expect(unused).toEqual([]);
	});

	it('has exchanges with different names', () => {
		const all = EXCHANGES.map(({ name }) => name);
		expect(new Set(all).size).toBe(all.length);
	});

	it('makes no request that a rule is activated by, and changes only what it made', () => {
		const changing = EXCHANGES.filter(({ method }) => method !== 'GET');
		expect(JSON.stringify(changing)).not.toMatch(/"activated"/);
		for (const { method, path } of changing)
			if (method !== 'POST') expect(path).toMatch(/\{made(Network|Node|Rule|Pin)\}/);
		expect(changing.filter(({ makes }) => makes !== undefined)).toHaveLength(3);
	});

	it('lists differences of operations that are described', () => {
		const described = new Set(OPERATIONS.map(operationName));
		for (const { operation } of DIFFERENCES) expect(described).toContain(operation);
	});
});

describe('the questions of the contract', () => {
	it('are there for every family', () => {
		expect(Object.keys(QUESTIONS)).toEqual(Object.keys(FAMILIES));
	});
});

it('checks nothing where there are no answers', async () => {
	const address = buildEndpointAddress({ address: 'https://rpc.example.com', field: 'Endpoint' });
	const asked: string[] = [];
	const found = await checkAnswers('evm', address, new Map(), (each) => asked.push(each));
	expect(found).toEqual({ isSyncing: 'not understood' });
	expect(asked).toContain('eth_syncing');
});
