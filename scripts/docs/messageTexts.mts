import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** Where names are looked up: the file, for its functions and constants, and the constants it imports. */
export interface Scope {
	file: ts.SourceFile;
	/** Gives a source of the project by its path below the root, such as `nodes/shared/pure/excerpt.ts`. */
	open: (file: string) => ts.SourceFile;
	/** Functions that are being read, so that one which calls itself ends. */
	within: ReadonlySet<ts.Node>;
}

/** More ways to say one thing than this are not told apart. */
const MOST_VARIANTS = 12;

/** What stands for values whose names in the code say too little. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
	described: 'value',
	displayName: 'field',
	endpoint: 'endpoint',
	excerpt: 'text',
	found: 'what was found',
	inWords: 'time',
	jsonExcerpt: 'value',
	message: 'what happened',
	known: 'what to check',
	said: "the server's words",
	valueExcerpt: 'value',
	tooLong: 'time, longer than the one that Max Retry Wait allows',
	what: 'what happened',
	why: 'why',
};

/**
 * All texts an expression can give, with `<placeholders>` for what is known only when it runs.
 * Conditions give one text for each side; functions and constants of the same file are followed, and imported constants.
 */
export function textsOf(expression: ts.Expression, scope: Scope): string[] {
	const texts = variants(expression, scope);
	const told = new Set(texts.map((text) => text.replace(/\ban </g, 'a <')));
	return told.size <= MOST_VARIANTS ? [...told] : [placeholder(expression)];
}

function variants(node: ts.Expression, scope: Scope): string[] {
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) {
		return variants(node.expression, scope);
	}
	if (ts.isConditionalExpression(node)) {
		return [...variants(node.whenTrue, scope), ...variants(node.whenFalse, scope)];
	}
	if (ts.isTemplateExpression(node)) return ofTemplate(node, scope);
	if (ts.isBinaryExpression(node)) return ofOperator(node, scope);
	if (ts.isIdentifier(node)) return ofName(node, scope);
	if (ts.isCallExpression(node)) return ofCall(node, scope);
	if (ts.isElementAccessExpression(node)) return ofEntry(node, scope);
	return [placeholder(node)];
}

function ofTemplate(node: ts.TemplateExpression, scope: Scope): string[] {
	let texts = [node.head.text];
	for (const { expression, literal } of node.templateSpans) {
		const inner = variants(expression, scope);
		const isPlural = inner.length === 2 && inner.includes('') && inner.includes('s');
		const few = isPlural ? ['s'] : inner.length > 8 ? [placeholder(expression)] : inner;
		texts = texts.flatMap((text) => few.map((part) => text + part + literal.text));
	}
	return texts;
}

function ofOperator(node: ts.BinaryExpression, scope: Scope): string[] {
	const sides = [variants(node.left, scope), variants(node.right, scope)];
	if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
		return sides[0].flatMap((left) => sides[1].map((right) => left + right));
	}
	if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return sides.flat();
	return [placeholder(node)];
}

function ofName(node: ts.Identifier, scope: Scope): string[] {
	if (node.text === 'undefined') return [''];
	const imported = importedFrom(node, scope);
	const declared = declarationOf(node, imported);
	if (declared?.initializer === undefined || scope.within.has(declared)) return [placeholder(node)];
	// What is a value and no text of its own is shown by its name.
	const texts = variants(declared.initializer, {
		...scope,
		file: imported ?? scope.file,
		within: new Set([...scope.within, declared]),
	});
	return texts.some((text) => !/^<[^>]*>$/.test(text)) ? texts : [placeholder(node)];
}

function ofCall(node: ts.CallExpression, scope: Scope): string[] {
	if (!ts.isIdentifier(node.expression)) return [placeholder(node)];
	const name = node.expression.text;
	const [first] = node.arguments;
	if (name === 'sentence' && first !== undefined) return variants(first, scope);
	const called = scope.file.statements.find(
		(statement): statement is ts.FunctionDeclaration =>
			ts.isFunctionDeclaration(statement) && statement.name?.text === name,
	);
	if (called?.body === undefined || scope.within.has(called)) return [placeholder(node)];
	const inner = { ...scope, within: new Set([...scope.within, called]) };
	const given = returned(called.body).flatMap((expression) => variants(expression, inner));
	return given.some((text) => !/^<[^>]*>$/.test(text)) ? given : [placeholder(node)];
}

/** `{ a: 'x', b: 'y' }[key]`: any of the texts. Likewise `PAIRS.find(…)[1]`: the second of any pair. */
function ofEntry(node: ts.ElementAccessExpression, scope: Scope): string[] {
	const found = node.expression;
	if (ts.isCallExpression(found) && ts.isPropertyAccessExpression(found.expression)) {
		const { expression: list, name } = found.expression;
		const pairs = ts.isIdentifier(list) ? declarationOf(list)?.initializer : undefined;
		const index = Number(node.argumentExpression.getText());
		if (name.text !== 'find' || !pairs || !ts.isArrayLiteralExpression(pairs))
			return [placeholder(node)];
		return pairs.elements.flatMap((pair) =>
			ts.isArrayLiteralExpression(pair) ? variants(pair.elements[index], scope) : [],
		);
	}
	const table = ts.isIdentifier(node.expression)
		? declarationOf(node.expression)?.initializer
		: node.expression;
	if (table === undefined || !ts.isObjectLiteralExpression(table)) return [placeholder(node)];
	return table.properties.flatMap((property) =>
		ts.isPropertyAssignment(property) ? variants(property.initializer, scope) : [],
	);
}

function returned(body: ts.Node): ts.Expression[] {
	const found: ts.Expression[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
		else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
	};
	visit(body);
	return found;
}

/** The constant a name stands for: of a block around it, or of a file. */
function declarationOf(
	name: ts.Identifier,
	from: ts.Node = name,
): ts.VariableDeclaration | undefined {
	for (let node = from; node !== undefined; node = node.parent) {
		if (!ts.isBlock(node) && !ts.isSourceFile(node)) continue;
		for (const statement of node.statements) {
			if (!ts.isVariableStatement(statement)) continue;
			if ((statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
			const found = statement.declarationList.declarations.find(
				(each) => ts.isIdentifier(each.name) && each.name.text === name.text,
			);
			if (found !== undefined) return found;
		}
	}
	return undefined;
}

/** The file of the project that a name is imported from, under the same name. */
function importedFrom({ text }: ts.Identifier, { file, open }: Scope): ts.SourceFile | undefined {
	for (const statement of file.statements) {
		if (!ts.isImportDeclaration(statement)) continue;
		const { moduleSpecifier, importClause } = statement;
		const names = importClause?.namedBindings;
		if (!ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) continue;
		if (names === undefined || !ts.isNamedImports(names)) continue;
		if (!names.elements.some(({ name }) => name.text === text)) continue;
		return open(join(dirname(file.fileName), `${moduleSpecifier.text}.ts`));
	}
	return undefined;
}

/** The name of a value in the code, in words and between angle brackets. */
function placeholder(node: ts.Node): string {
	const name = nameOf(node);
	const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
	return `<${PLACEHOLDERS[name] ?? (words === '' ? 'value' : words)}>`;
}

function nameOf(node: ts.Node): string {
	if (ts.isIdentifier(node)) return node.text;
	if (ts.isPropertyAccessExpression(node)) return node.name.text;
	if (ts.isCallExpression(node)) {
		const called = nameOf(node.expression);
		const [first] = node.arguments;
		const isWrapper = ['String', 'trimEnd', 'asProblem', 'round', 'text'].includes(called);
		if (isWrapper && first !== undefined) return nameOf(first);
		if (ts.isPropertyAccessExpression(node.expression)) return nameOf(node.expression.expression);
		return called;
	}
	if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node))
		return nameOf(node.expression);
	if (ts.isBinaryExpression(node)) return nameOf(node.left);
	return '';
}
