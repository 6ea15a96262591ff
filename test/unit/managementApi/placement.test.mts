import { describe, expect, it } from 'vitest';

import {
	checkPlacement,
	NODE_TYPES,
	PROTOCOLS,
	PROVIDERS,
	findRegions,
	SHARED_PROTOCOLS,
	type Placement,
} from '../../../nodes/shared/managementApi/placement';
import { FORBIDDEN_WORDS, problemOf } from '../fixtures/problems.mts';

const valuesOf = (facts: ReadonlyArray<{ value: string }>): string[] =>
	facts.map(({ value }) => value);

const check = (placement: Partial<Placement>): void =>
	checkPlacement({ undocumentedAllowed: false, ...placement });

describe('the documented values', () => {
	it('are those of the specification', () => {
		const shared = 'avalanche bitcoin bsc ethereum fantom polygon-pos tezos';
		const dedicated = 'arbitrum aurora cronos fuse gnosis harmony near starknet';
		expect(valuesOf(PROTOCOLS).sort()).toEqual(`${shared} ${dedicated}`.split(' ').sort());
		expect(valuesOf(SHARED_PROTOCOLS).sort()).toEqual(shared.split(' '));
		expect(valuesOf(NODE_TYPES).sort()).toEqual(['dedicated', 'shared']);
		const regions = PROVIDERS.map(({ value, regions: all }) => [value, [...all].sort()]);
		expect(Object.fromEntries(regions)).toEqual({
			gcloud: ['asia-southeast1'],
			aws: ['ap-southeast-1', 'us-east-1', 'us-west-2'],
			azure: ['uksouth'],
			vzo: ['eu3'],
		});
	});
});

describe('checkPlacement', () => {
	const pairs = PROVIDERS.flatMap(({ value: provider, regions }) =>
		regions.map((region) => ({ provider, region })),
	);

	it.each(pairs)('accepts $provider with $region', (placement) => {
		expect(() => check(placement)).not.toThrow();
	});

	const wrongPairs = valuesOf(PROVIDERS).flatMap((provider) =>
		pairs.filter((pair) => pair.provider !== provider).map(({ region }) => ({ provider, region })),
	);

	it.each(wrongPairs)('refuses $provider with $region', ({ provider, region }) => {
		const { message, hint } = problemOf(() => check({ provider, region }));
		const owner = pairs.find((pair) => pair.region === region)?.provider;
		expect(message).toContain(`'${region}'`);
		expect(message).toContain(`'${owner}'`);
		expect(message).toContain(`'${provider}'`);
		for (const allowed of findRegions(provider) ?? []) expect(hint).toContain(allowed);
		expect(hint).toContain("'Allow Undocumented Values'");
		for (const each of [provider, owner]) {
			const name = PROVIDERS.find(({ value }) => value === each)?.name;
			expect(hint).toContain(`${name} ('${each}')`);
		}
		expect(message).not.toMatch(FORBIDDEN_WORDS);
	});

	it.each(valuesOf(PROTOCOLS))('accepts a dedicated node for %s', (protocol) => {
		expect(() => check({ protocol, type: 'dedicated' })).not.toThrow();
	});

	it.each(valuesOf(PROTOCOLS))(
		'accepts or refuses a shared node for %s as documented',
		(protocol) => {
			const work = (): void => check({ protocol, type: 'shared' });
			if (valuesOf(SHARED_PROTOCOLS).includes(protocol)) {
				expect(work).not.toThrow();
				return;
			}
			const { message, hint } = problemOf(work);
			expect(message).toContain(`'${protocol}'`);
			expect(hint).toContain('ethereum, fantom');
			expect(hint).toContain("'Allow Undocumented Values'");
		},
	);

	it.each<[Partial<Placement>, string, string]>([
		[{ protocol: 'solana' }, "'solana' is not a valid value for 'Protocol'", 'ethereum'],
		[{ protocol: 'Ethereum' }, "'Ethereum' is not a valid value for 'Protocol'", 'ethereum'],
		[{ protocol: '' }, "'Protocol' is empty", 'ethereum'],
		[{ provider: 'ibm' }, "'ibm' is not a valid value for 'Provider'", 'aws, azure, gcloud, vzo'],
		[{ provider: 'constructor' }, "'constructor' is not a valid value for 'Provider'", 'aws'],
		[{ provider: '__proto__' }, "'__proto__' is not a valid value for 'Provider'", 'aws'],
		[{ provider: '' }, "'Provider' is empty", 'aws'],
		[{ region: 'mars' }, "'mars' is not a valid value for 'Region'", 'eu3'],
		[{ provider: 'aws', region: '' }, "'Region' is empty", "Amazon Web Services ('aws') has ap-"],
		[{ type: 'elastic' }, "'elastic' is not a valid value for 'Type'", 'dedicated, shared'],
		[{ role: 'miner' }, "'miner' is not a valid value for 'Role'", 'peer'],
		[{ provider: 'aws', region: 'mars' }, "'mars' is not a region of 'aws'", 'us-east-1'],
	])('refuses %j', (placement, expected, allowed) => {
		const { message, hint } = problemOf(() => check(placement));
		expect(message).toContain(expected);
		expect(hint).toContain(allowed);
	});

	it('mentions free text only where it is possible', () => {
		expect(problemOf(() => check({ type: 'elastic' })).hint).toBe('Allowed: dedicated, shared');
		expect(problemOf(() => check({ protocol: 'x' })).hint).toMatch(
			/tezos\. If .*'Custom Protocol'$/,
		);
	});

	describe('where undocumented values are allowed', () => {
		const allowing = (placement: Partial<Placement>): void =>
			check({ ...placement, undocumentedAllowed: true });

		it.each<Partial<Placement>>([
			{ protocol: 'solana', type: 'shared', role: 'peer', provider: 'x', region: 'lon1' },
			{ provider: 'x', region: 'eu3' },
			{ provider: 'aws', region: 'lon1' },
			{ protocol: 'arbitrum', type: 'shared', freeText: ['protocol'] },
			{ provider: 'aws', region: 'eu3', freeText: ['region'] },
			{ provider: 'aws', region: 'eu3', freeText: ['provider'] },
		])('accepts them: %j', (placement) => {
			expect(() => allowing(placement)).not.toThrow();
		});

		it.each<Partial<Placement>>([
			{ protocol: 'arbitrum', type: 'shared' },
			{ provider: 'aws', region: 'eu3' },
			{ protocol: 'solana', provider: 'aws', region: 'eu3' },
			// The option does not cover these.
			{ type: 'elastic' },
			{ role: 'miner' },
		])('still checks the documented ones: %j', (placement) => {
			expect(() => allowing(placement)).toThrow();
		});

		it.each<Partial<Placement>>([
			{ provider: 'aws', region: '' },
			{ provider: 'x', region: '' },
			{ provider: '' },
			{ protocol: '' },
		])('does not accept an empty value: %j', (placement) => {
			expect(problemOf(() => allowing(placement)).message).toMatch(/is empty/);
		});
	});

	it('does not check missing values', () => {
		expect(() => check({})).not.toThrow();
		expect(() => check({ region: 'eu3' })).not.toThrow();
		expect(() => check({ type: 'shared' })).not.toThrow();
	});
});
