import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

/** They cut what is masked already: excerpts, and answers to agents (after the runner's mask). */
const CUTS = ['nodes/shared/text/excerpt.ts', 'nodes/shared/run/answerForAgent.ts'];

const FILES = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
			join(folder, name),
		),
	)
	.filter((name) => name.endsWith('.ts') && !CUTS.includes(name));

/** Code that ends a text that was cut, or takes the start of one made for a message. */
function cutsIn(file: string): string[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(join(ROOT, file), 'utf8'),
		ts.ScriptTarget.ES2022,
		true,
	);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const isTail = ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
		if (isTail && node.text.startsWith('…')) found.push(node.parent.parent.getText());
		if (
			ts.isCallExpression(node) &&
			ts.isPropertyAccessExpression(node.expression) &&
			/^(slice|substring|substr)$/.test(node.expression.name.text) &&
			(ts.isTemplateSpan(node.parent) ||
				/(^JSON\.stringify\(|\b(message|reason|hint)$)/.test(
					node.expression.expression.getText(),
				)) &&
			node.arguments[0]?.getText() === '0'
		) {
			found.push(node.getText());
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

describe('texts of messages', () => {
	// Half of a key is not recognized as one: `excerpt` marks a text, and SecretMask cuts it once it is masked.
	it.each(FILES)('are not cut before secrets are masked: %s', (file) => {
		expect(cutsIn(file)).toEqual([]);
	});
});
