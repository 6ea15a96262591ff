import { describe, expect, it } from 'vitest';

import {
	checkPlacement,
	NODE_TYPES,
	PROTOCOLS,
	PROVIDERS,
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
	const owners = PROVIDERS.flatMap((owner) => owner.regions.map((region) => ({ region, owner })));
	const pairs = PROVIDERS.flatMap((provider) => owners.map((owned) => ({ ...owned, provider })));

	it.each(pairs)('accepts or refuses $provider.value with $region', (pair) => {
		const { region, provider, owner } = pair;
		const work = (): void => checkPlacement({ provider: provider.value, region });
		if (provider === owner) return expect(work).not.toThrow();
		const { message, hint } = problemOf(work);
		expect(message).toBe(
			`The region '${region}' belongs to the provider '${owner.value}', not to '${provider.value}'`,
		);
		for (const allowed of provider.regions) expect(hint).toContain(allowed);
		expect(hint).toContain("'Allow Undocumented Values'");
		for (const { name, value } of [provider, owner]) expect(hint).toContain(`${name} ('${value}')`);
	});

	it.each(valuesOf(PROTOCOLS))('accepts shared nodes for %s as documented', (protocol) => {
		expect(() => checkPlacement({ protocol, type: 'dedicated' })).not.toThrow();
		const work = (): void => checkPlacement({ protocol, type: 'shared' });
		if (valuesOf(SHARED_PROTOCOLS).includes(protocol)) return expect(work).not.toThrow();
		const { message, hint } = problemOf(work);
		expect(message).toContain(`'${protocol}'`);
		expect(hint).toContain('ethereum, fantom');
		expect(hint).toContain("'Allow Undocumented Values'");
	});

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
		[{ provider: 'aws', region: 'mars' }, "'mars' is not a region of 'aws'", 'us-east-1'],
	])('refuses %j', (placement, expected, allowed) => {
		const { message, hint } = problemOf(() => checkPlacement(placement));
		expect(message).toContain(expected);
		expect(message).not.toMatch(FORBIDDEN_WORDS);
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
			{ protocol: 'solana', type: 'shared', provider: 'x', region: 'lon1' },
			{ provider: 'x', region: 'eu3' },
			{ provider: 'aws', region: 'lon1' },
			{ protocol: 'arbitrum', type: 'shared' },
			{ provider: 'aws', region: 'eu3' },
		])('accepts them: %j', (placement) => {
			expect(() => allowing(placement)).not.toThrow();
		});

		it.each<[Placement, RegExp]>([
			[{ type: 'elastic' }, /'elastic' is not a valid value/],
			[{ provider: 'aws', region: '' }, /is empty/],
			[{ provider: 'x', region: '' }, /is empty/],
			[{ provider: '' }, /is empty/],
			[{ protocol: '' }, /is empty/],
		])('still checks what it does not cover: %j', (placement, message) => {
			expect(problemOf(() => allowing(placement)).message).toMatch(message);
		});
	});

	it.each([{}, { region: 'eu3' }, { type: 'shared' }])(
		'accepts what is missing: %j',
		(placement) => {
			expect(() => checkPlacement(placement)).not.toThrow();
		},
	);
});
