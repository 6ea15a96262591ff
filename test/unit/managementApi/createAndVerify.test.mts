import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createAndVerify, type TraceSearch } from '../../../nodes/shared/managementApi/createOrUse';
import type { PlatformClient } from '../../../nodes/shared/managementApi/platformClient';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { Problem } from '../../../nodes/shared/text/problem';
import { useStoppedTime } from '../fixtures/clock.mts';
import { rejection } from '../fixtures/problems.mts';

const STARTED_AT = Date.UTC(2026, 10, 20, 12, 0, 0);

const UNCLEAR = new Problem('The network may exist', {
	effect: 'unclear',
	httpStatus: 504,
	hint: 'Check before you send it again',
});

const at = (seconds: number): string => new Date(STARTED_AT + seconds * 1000).toISOString();

useStoppedTime(0);

let asked: number;
let read: number;
beforeEach(() => {
	vi.setSystemTime(STARTED_AT);
	asked = 0;
	read = 0;
});

/** A client that lists these records, with the service's clock this many milliseconds ahead. */
function listing(records: Iterable<IDataObject> | Error, clockOffsetMs = 0): PlatformClient {
	const client = {
		clock: systemClock,
		clockOffsetMs: 0,
		async *list() {
			asked += 1;
			client.clockOffsetMs = clockOffsetMs;
			if (records instanceof Error) throw records;
			for (const record of records) {
				read += 1;
				yield await Promise.resolve(record);
			}
		},
	};
	return client as unknown as PlatformClient;
}

const searchIn = (api: PlatformClient): TraceSearch => ({
	list: () => api.list('/v1/networks/'),
	matches: ({ protocol }) => protocol === 'ethereum',
	known: new Set(),
});

async function hintAbout(api: PlatformClient, search: Partial<TraceSearch> = {}): Promise<string> {
	const problem = await rejection(
		createAndVerify(
			api,
			{ ...searchIn(api), ...search },
			async () => await Promise.reject(UNCLEAR),
		),
	);
	expect(problem).toMatchObject({ message: UNCLEAR.message, effect: 'unclear', httpStatus: 504 });
	expect(problem.hint).toContain(UNCLEAR.hint);
	return problem.hint ?? '';
}

const network = (id: string, seconds: number, more: IDataObject = {}): IDataObject => ({
	id,
	created_at: at(seconds),
	protocol: 'ethereum',
	...more,
});

describe('createAndVerify', () => {
	it('names all that match in the list, which is read once', async () => {
		const hint = await hintAbout(listing([network('NW-3', 3), network('NW-2', 2)]));
		expect(hint).toBe(
			`NW-3 was created 3 s after the request; check it before repeating. NW-2 was created 2 s after the request; check it before repeating. ${UNCLEAR.hint}`,
		);
		expect(asked).toBe(1);
	});

	it('names what has another name as possible, unless one has the name that was asked for', async () => {
		const records = [
			network('NW-3', 3, { name: 'Ethereum mainnet' }),
			network('NW-2', 2, { name: 'Mine' }),
		];
		expect(await hintAbout(listing(records), { name: 'Mine' })).not.toContain('NW-3');
		expect(await hintAbout(listing(records.slice(0, 1)), { name: 'Mine' })).toContain(
			"NW-3 was created 3 s after the request under the name 'Ethereum mainnet'; check it before repeating",
		);
	});

	it.each<[string, IDataObject]>([
		['older', network('NW-9', -60)],
		['of another kind', network('NW-9', 2, { protocol: 'bsc' })],
		['without a date', { id: 'NW-9', protocol: 'ethereum' }],
		['of an odd date', network('NW-9', 2, { created_at: 'yesterday' })],
	])('does not name what is %s, and never says that nothing exists', async (_, record) => {
		const hint = await hintAbout(listing([record]));
		expect(hint).not.toContain('NW-9');
		expect(hint).toContain('contained nothing that matches');
	});

	it('does not name what other requests of the run created', async () => {
		const hint = await hintAbout(listing([network('NW-1', 2)]), { known: new Set(['NW-1']) });
		expect(hint).not.toContain('NW-1');
	});

	it('tolerates times in whole seconds', async () => {
		expect(await hintAbout(listing([network('NW-1', -1)]))).toContain('NW-1 was created 0 ');
		expect(await hintAbout(listing([network('NW-1', -1.5)]))).not.toContain('NW-1');
	});

	it.each([90_000, -90_000])('uses the clock of the service (%d ms off)', async (offset) => {
		const seconds = offset / 1000;
		const records = [network('NW-new', seconds + 3), network('NW-old', seconds - 30)];
		const hint = await hintAbout(listing(records, offset));
		expect(hint).toContain('NW-new was created 3 s after');
		expect(hint).not.toContain('NW-old');
	});

	it('says so when the list cannot be read', async () => {
		const hint = await hintAbout(listing(new Problem('no')));
		expect(hint).toMatch(/list could not be read/);
	});

	it('does not read a long list to its end', async () => {
		function* many(): Generator<IDataObject> {
			for (let n = 0; ; n += 1) yield network(`NW-${n}`, -100);
		}
		await hintAbout(listing(many()));
		expect(read).toBe(101);
	});

	it('searches for no traces of what was created or had no effect', async () => {
		const made = async () => await Promise.resolve('new');
		const api = listing([]);
		expect(await createAndVerify(api, searchIn(api), made)).toBe('new');
		const refused = new Problem('refused', { httpStatus: 400 });
		const work = createAndVerify(api, searchIn(api), async () => await Promise.reject(refused));
		await expect(work).rejects.toBe(refused);
		expect(asked).toBe(0);
	});

	it('counts from the time when the request was sent', async () => {
		const api = listing([network('NW-1', 1), network('NW-2', 31)]);
		const work = createAndVerify(api, searchIn(api), async () => {
			vi.setSystemTime(STARTED_AT + 40_000);
			return await Promise.reject(UNCLEAR);
		});
		const { hint } = await rejection(work);
		expect(hint).toContain('NW-1 was created 1 s after');
		expect(hint).toContain('NW-2 was created 31 s after');
	});
});
