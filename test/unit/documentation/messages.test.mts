import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { root } from '../../../scripts/docs/canvasMark.mts';
import { placeOf, SHARED } from '../../../scripts/docs/messagePlaces.mts';
import { messagesOf, unreadMessages } from '../../../scripts/docs/messages.mts';
import { messageFiles, operationNames } from '../../../scripts/docs/messagesPage.mts';

/** Problems that pass on a message from elsewhere, and are in the table from there. */
const PASSED_ON = new Set([
	'`${resolved.nodeId}: ${resolved.absent}`',
	'entry.message',
	'message',
	'message ?? String(error)',
	'message.includes(half) ? message : `${half}: ${message}`',
	'outcome.message',
]);

/** Words of former texts that must not return. */
const QUAINT =
	/wins over|place of the worker|between two looks|may be under way|vendor's newer|tell(s)? when|is met anew|is the doing of|\(status \d+\) \(status/i;

describe('the table of messages', () => {
	const messages = messagesOf(root, messageFiles);

	it('has every message of every problem', () => {
		const unread = unreadMessages(root, messageFiles);
		expect(unread.filter(({ code }) => !PASSED_ON.has(code))).toEqual([]);
	});

	it('says for every message when it can occur', () => {
		const unknown = messages.filter(({ file }) => placeOf(file, operationNames) === undefined);
		expect([...new Set(unknown.map(({ file }) => file))]).toEqual([]);
	});

	it('refers to no file that no longer exists', () => {
		const gone = Object.keys(SHARED).filter(
			(path) => !existsSync(join(root, 'nodes/shared', path)),
		);
		expect(gone).toEqual([]);
	});

	it.each([
		['a text', "new Problem('Nothing is there', { hint: 'Look again' })", 'Nothing is there'],
		['a value', 'new Problem(`${nodeId} is gone`)', '<node id> is gone'],
		[
			'a condition',
			"new Problem(a ? 'Nothing is there' : 'Too much')",
			'Nothing is there',
			'Too much',
		],
		['a constant', "const said = 'It is gone'; new Problem(said);", 'It is gone'],
		['a function', "function said() { return 'It is gone'; } new Problem(said());", 'It is gone'],
	])('reads %s', (_, source, ...texts) => {
		expect(messagesOf(root, ['nodes/x.ts'], () => source).map(({ text }) => text)).toEqual(texts);
	});
});

describe('texts for users', () => {
	const files = [...messageFiles, 'README.md', 'docs/messages.md', 'docs/troubleshooting.md'];

	it('use plain words', () => {
		const found = files.flatMap((file) => {
			const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
			const [quaint] = QUAINT.exec(text) ?? [];
			return quaint === undefined ? [] : [`${file}: ${quaint}`];
		});
		expect(found).toEqual([]);
	});
});
