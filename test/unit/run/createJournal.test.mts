import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { openJournal } from '../../../nodes/shared/run/createSequentially';
import { fakeExecution } from '../fixtures/executeContext.mts';

const journalOf = (memory: IDataObject, runIndex = 0): ReturnType<typeof openJournal> =>
	openJournal(fakeExecution({ memory, runIndex }).context);

const created = (id: string) => ({ created: [{ json: { id } }] });

describe('a journal of what was created', () => {
	it('records what was done for each item, also in a second try after being saved as JSON', () => {
		const memory = {};
		const journal = journalOf(memory);
		journal.note(0, created('NW-1'));
		journal.note(2, { mayExist: { message: 'm', hint: 'h' } });
		const again = journalOf(JSON.parse(JSON.stringify(memory)) as IDataObject);
		expect(again.of(0)).toEqual(created('NW-1'));
		expect(again.of(1)).toBeUndefined();
		expect(again.of(2)).toEqual({ mayExist: { message: 'm', hint: 'h' } });
	});

	it('keeps the runs of a loop separate', () => {
		const memory = {};
		journalOf(memory, 0).note(0, created('NW-1'));
		expect(journalOf(memory, 1).of(0)).toBeUndefined();
		expect(journalOf(memory, 0).of(0)).toBeDefined();
	});

	it('forgets a run that succeeded, and only that run', () => {
		const memory = { other: 'stays' };
		journalOf(memory, 0).note(0, created('NW-1'));
		const journal = journalOf(memory, 1);
		journal.note(0, created('NW-2'));
		journal.clear();
		expect(journalOf(memory, 1).of(0)).toBeUndefined();
		expect(journalOf(memory, 0).of(0)).toBeDefined();
		expect(memory.other).toBe('stays');
	});

	it('writes nothing before there is something to record', () => {
		const memory = {};
		journalOf(memory).of(0);
		expect(memory).toEqual({});
	});
});
