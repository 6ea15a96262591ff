import type { IPollFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { pollKindOf } from '../../../nodes/shared/polling/pollKind';

const context = (how: string, budgetMs?: number): IPollFunctions =>
	({
		getActivationMode: () => how,
		...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
	}) as unknown as IPollFunctions;

describe('a poll', () => {
	it.each([
		['n8n before 2.40', undefined],
		['a newer one without its durable scheduler', 300_000],
	])('of an activation, in %s, has no time budget', (_, budgetMs) => {
		expect(pollKindOf(context('activate', budgetMs), true)).toEqual({
			isScheduled: false,
			isActivation: true,
			isStart: false,
			budgetMs: Infinity,
		});
	});

	it.each([40_000, 600_000])(
		'of the durable scheduler does not belong to an activation: %d',
		(budgetMs) => {
			expect(pollKindOf(context('trigger', budgetMs), true)).toEqual({
				isScheduled: true,
				isActivation: false,
				isStart: false,
				budgetMs,
			});
		},
	);

	it.each([
		['init', true, true],
		['leadershipChange', true, true],
		['init', false, false],
		['activate', true, false],
		['update', true, false],
	])('belongs to a start of n8n: %s, the first poll: %s', (how, isFirst, isStart) => {
		expect(pollKindOf(context(how), isFirst)).toMatchObject({ isStart, isActivation: isFirst });
	});
});
