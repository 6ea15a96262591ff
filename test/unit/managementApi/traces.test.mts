import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';
import { nameTraces, type Traces } from '../../../nodes/shared/managementApi/traces';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { Problem } from '../../../nodes/shared/text/problem';
import { useStoppedTime } from '../fixtures/clock.mts';
import { rejection } from '../fixtures/problems.mts';

const SENT_AT = Date.UTC(2026, 10, 20, 12, 0, 0);

const UNCLEAR = new Problem('The network may exist', {
	effect: 'unclear',
	httpStatus: 504,
	hint: 'Check before you send it again',
});

useStoppedTime(0);

let read: number;
beforeEach(() => {
	read = 0;
});

async function* listing(records: Iterable<IDataObject> | Error): AsyncGenerator<IDataObject> {
	if (records instanceof Error) throw records;
	for (const record of records) {
		read += 1;
		yield await Promise.resolve(record);
	}
}

interface Parts extends Partial<Traces> {
	clockOffsetMs?: number;
	createdIds?: Set<string>;
	thrown?: Problem;
}

/** Reports what these records say about a request that ends 40 s after it was sent. */
async function report(records: Iterable<IDataObject> | Error, parts: Parts = {}): Promise<Problem> {
	vi.setSystemTime(SENT_AT);
	const { clockOffsetMs = 0, createdIds = new Set(), thrown = UNCLEAR, ...traces } = parts;
	const api = { clockOffsetMs: 0 };
	const context = { api: api as PlatformClient, clock: systemClock, createdIds };
	const matches = ({ protocol }: IDataObject): boolean => protocol === 'ethereum';
	const explain = nameTraces({ list: listing(records), matches, ...traces }, context);
	vi.setSystemTime(SENT_AT + 40_000);
	api.clockOffsetMs = clockOffsetMs;
	return await rejection(explain(thrown));
}

const hintAbout = async (...given: Parameters<typeof report>) => (await report(...given)).hint;

const network = (id: string, seconds: number, more: IDataObject = {}): IDataObject => ({
	id,
	created_at: new Date(SENT_AT + seconds * 1000).toISOString(),
	protocol: 'ethereum',
	...more,
});

describe('nameTraces', () => {
	it('names all that match, with their age at the time when the request was sent', async () => {
		// The latter is given in whole seconds.
		const problem = await report([network('NW-3', 31), network('NW-2', -1)]);
		expect(problem).toMatchObject({
			message: UNCLEAR.message,
			effect: 'unclear',
			httpStatus: 504,
			hint: `NW-3 was created 31 s after the request; check it before repeating. NW-2 was created 0 ms after the request; check it before repeating. ${UNCLEAR.hint}`,
		});
	});

	it('names what has another name as possible, unless one has the name that was asked for', async () => {
		const records = [
			network('NW-3', 3, { name: 'Ethereum mainnet' }),
			network('NW-2', 2, { name: 'Mine' }),
		];
		expect(await hintAbout(records, { name: 'Mine' })).not.toContain('NW-3');
		expect(await hintAbout(records.slice(0, 1), { name: 'Mine' })).toContain(
			"NW-3 was created 3 s after the request under the name 'Ethereum mainnet'; check it before repeating",
		);
	});

	it.each<[string, IDataObject]>([
		['older', network('NW-9', -60)],
		['older by more than what is lost in whole seconds', network('NW-9', -1.5)],
		['of another kind', network('NW-9', 2, { protocol: 'bsc' })],
		['without a date', { id: 'NW-9', protocol: 'ethereum' }],
		['of an odd date', network('NW-9', 2, { created_at: 'yesterday' })],
		['of another request', network('NW-1', 2)],
	])('does not name what is %s, and never says that nothing exists', async (_, record) => {
		expect(await hintAbout([record], { createdIds: new Set(['NW-1']) })).toBe(
			`Right after the request, the list contained nothing that matches. ${UNCLEAR.hint}`,
		);
	});

	it.each([90_000, -90_000])('uses the clock of the service (%d ms off)', async (clockOffsetMs) => {
		const seconds = clockOffsetMs / 1000;
		const records = [network('NW-new', seconds + 3), network('NW-old', seconds - 30)];
		const hint = await hintAbout(records, { clockOffsetMs });
		expect(hint).toContain('NW-new was created 3 s after');
		expect(hint).not.toContain('NW-old');
	});

	it('says so when the list cannot be read', async () => {
		expect(await hintAbout(new Problem('no'))).toMatch(/^The list could not be read/);
	});

	it('does not read a long list to its end', async () => {
		function* many(): Generator<IDataObject> {
			for (let n = 0; ; n += 1) yield network(`NW-${n}`, -100);
		}
		await hintAbout(many());
		expect(read).toBe(101);
	});

	it('searches for no traces of what had no effect', async () => {
		const thrown = new Problem('refused', { httpStatus: 400 });
		expect(await report([network('NW-1', 1)], { thrown })).toBe(thrown);
		expect(read).toBe(0);
	});
});
