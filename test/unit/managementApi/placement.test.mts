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
		expect(() => checkPlacement(placement)).not.toThrow();
	});

	const wrongPairs = valuesOf(PROVIDERS).flatMap((provider) =>
		pairs.filter((pair) => pair.provider !== provider).map(({ region }) => ({ provider, region })),
	);

	it.each(wrongPairs)('refuses $provider with $region', ({ provider, region }) => {
		const { message, hint } = problemOf(() => checkPlacement({ provider, region }));
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
		expect(() => checkPlacement({ protocol, type: 'dedicated' })).not.toThrow();
	});

	it.each(valuesOf(PROTOCOLS))(
		'accepts or refuses a shared node for %s as documented',
		(protocol) => {
			const work = (): void => checkPlacement({ protocol, type: 'shared' });
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

	it.each<[Placement, string, string]>([
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
		const { message, hint } = problemOf(() => checkPlacement(placement));
		expect(message).toContain(expected);
		expect(hint).toContain(allowed);
	});

	it('mentions free text only where it is possible', () => {
		expect(problemOf(() => checkPlacement({ type: 'elastic' })).hint).toBe(
			'Allowed: dedicated, shared',
		);
		expect(problemOf(() => checkPlacement({ protocol: 'x' })).hint).toMatch(
			/tezos\. If .*'Custom Protocol'$/,
		);
	});

	describe('where undocumented values are allowed', () => {
		const allowing = (placement: Placement): void =>
			checkPlacement({ ...placement, allowUndocumentedValues: true });

		it.each<Placement>([
			{ protocol: 'solana', type: 'shared', role: 'peer', provider: 'x', region: 'lon1' },
			{ provider: 'x', region: 'eu3' },
			{ provider: 'aws', region: 'lon1' },
			{ protocol: 'arbitrum', type: 'shared' },
			{ provider: 'aws', region: 'eu3' },
		])('accepts them: %j', (placement) => {
			expect(() => allowing(placement)).not.toThrow();
		});

		it.each<Placement>([{ type: 'elastic' }, { role: 'miner' }])(
			'still checks what it does not cover: %j',
			(placement) => {
				expect(() => allowing(placement)).toThrow();
			},
		);

		it.each<Placement>([
			{ provider: 'aws', region: '' },
			{ provider: 'x', region: '' },
			{ provider: '' },
			{ protocol: '' },
		])('does not accept an empty value: %j', (placement) => {
			expect(problemOf(() => allowing(placement)).message).toMatch(/is empty/);
		});
	});

	it('does not check missing values', () => {
		expect(() => checkPlacement({})).not.toThrow();
		expect(() => checkPlacement({ region: 'eu3' })).not.toThrow();
		expect(() => checkPlacement({ type: 'shared' })).not.toThrow();
	});
});
