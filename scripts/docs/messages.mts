import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { textsOf, type Scope } from './messageTexts.mts';

/** A message a user can meet. */
export interface Message {
	/** `error`: of a failed item · `reason`: of a state · `hint`: of a run that succeeded · `log`: a line in n8n's log. */
	kind: 'error' | 'reason' | 'hint' | 'log';
	text: string;
	/** How to go on; empty when the message says it all. */
	hint: string;
	/** The file it comes from, such as `nodes/shared/platform/pages.ts`. */
	file: string;
}

/** Names of properties that hold a message beside a hint. */
const MESSAGE_NAMES = new Set(['message', 'what']);

/**
 * Reads all messages out of sources.
 * @param files paths below `root`
 * @param read gives the text of a file
 */
export function messagesOf(
	root: string,
	files: readonly string[],
	read = (file: string): string => readFileSync(join(root, file), 'utf8'),
): Message[] {
	return files.flatMap((file) => {
		const scope = scopeOf(file, read);
		const found: Message[] = [];
		visit(scope.file, scope, (message) => found.push({ ...message, file }));
		return distinct(found);
	});
}

/**
 * Finds problems whose message cannot be read from the source. The table of messages is complete when all of
 * these only pass on what was said elsewhere.
 * @returns the code of each message, and its file
 */
export function unreadMessages(
	root: string,
	files: readonly string[],
): Array<{ file: string; code: string }> {
	return files.flatMap((file) => {
		const scope = scopeOf(file, (path) => readFileSync(join(root, path), 'utf8'));
		const found: Array<{ file: string; code: string }> = [];
		const look = (node: ts.Node): void => {
			if (ts.isNewExpression(node) && node.expression.getText() === 'Problem') {
				const [message] = node.arguments ?? [];
				if (message === undefined || !textsOf(message, scope).some(isMessage))
					found.push({ file, code: message?.getText() ?? '' });
			}
			ts.forEachChild(node, look);
		};
		look(scope.file);
		return found;
	});
}

function scopeOf(file: string, read: (file: string) => string): Scope {
	const open = (path: string): ts.SourceFile =>
		ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
	return { file: open(file), open, within: new Set() };
}

function visit(node: ts.Node, scope: Scope, found: (message: Omit<Message, 'file'>) => void): void {
	if (ts.isNewExpression(node) && node.expression.getText() === 'Problem') {
		const [message, details] = node.arguments ?? [];
		if (message !== undefined) pairs(message, hintIn(details), scope, found);
	} else if (ts.isCallExpression(node)) {
		const called = node.expression.getText().split('.').at(-1);
		const [first, second] = node.arguments;
		if (called === 'hint' && first !== undefined) plain('hint', first, scope, found);
		if (called === 'warn' && second !== undefined) plain('log', second, scope, found);
		if (called === 'with' && first !== undefined && ts.isObjectLiteralExpression(first)) {
			const message = property(first, MESSAGE_NAMES);
			if (message !== undefined) pairs(message, hintIn(first), scope, found);
		}
	} else if (ts.isObjectLiteralExpression(node) && !ts.isCallExpression(node.parent)) {
		const reason = property(node, new Set(['absent', 'reason']));
		const message = property(node, MESSAGE_NAMES);
		const hint = hintIn(node);
		if (reason !== undefined) plain('reason', reason, scope, found);
		if (message !== undefined && hint !== undefined) pairs(message, hint, scope, found);
	} else if (ts.isFunctionDeclaration(node) && /[rR]eason$/.test(node.name?.text ?? '')) {
		ts.forEachChild(node, function look(inner): void {
			if (ts.isReturnStatement(inner) && inner.expression)
				plain('reason', inner.expression, scope, found);
			else ts.forEachChild(inner, look);
		});
	}
	ts.forEachChild(node, (child) => visit(child, scope, found));
}

function pairs(
	message: ts.Expression,
	hint: ts.Expression | undefined,
	scope: Scope,
	found: (message: Omit<Message, 'file'>) => void,
): void {
	const hints = hint === undefined ? [] : textsOf(hint, scope).filter(saysSomething);
	for (const text of textsOf(message, scope)) {
		if (isMessage(text)) found({ kind: 'error', text, hint: hints.join('<br>') });
	}
}

function plain(
	kind: Message['kind'],
	expression: ts.Expression,
	scope: Scope,
	found: (message: Omit<Message, 'file'>) => void,
): void {
	for (const text of textsOf(expression, scope)) {
		if (saysSomething(text)) found({ kind, text, hint: '' });
	}
}

/** @returns whether there is a text besides the placeholders, and nothing is missing at its end */
function saysSomething(text: string): boolean {
	return /\p{L}/u.test(text.replace(/<[^>]*>/g, '')) && !text.endsWith(': ');
}

/**
 * What is waited for begins in lower case: it is a part of the message that a wait was in vain. What only adds
 * a few words to another message is no message of its own.
 */
function isMessage(text: string): boolean {
	const isAddition = text.startsWith('<what happened>') && text.split(' ').length < 8;
	return saysSomething(text) && !/^[a-z]/.test(text) && !isAddition;
}

function hintIn(details: ts.Expression | undefined): ts.Expression | undefined {
	return details !== undefined && ts.isObjectLiteralExpression(details)
		? property(details, new Set(['hint']))
		: undefined;
}

function property(
	literal: ts.ObjectLiteralExpression,
	names: ReadonlySet<string>,
): ts.Expression | undefined {
	for (const each of literal.properties) {
		if (ts.isPropertyAssignment(each) && names.has(each.name.getText())) return each.initializer;
		if (ts.isShorthandPropertyAssignment(each) && names.has(each.name.text)) return each.name;
	}
	return undefined;
}

function distinct(messages: readonly Message[]): Message[] {
	const byText = new Map<string, Message>();
	for (const message of messages) {
		// How often it was tried says nothing more about what happened.
		const text = message.text.replace(' (<attempts> attempts)', '');
		byText.set(message.kind + text, { ...message, text });
	}
	return [...byText.values()];
}
