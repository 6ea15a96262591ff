import description from './description.json';

/** A value as the vendor's description has it. */
export interface Described {
	type?: string;
	format?: string;
	enum?: string[];
	readOnly?: boolean;
}

/** An operation as the vendor describes it: its path, what it takes and what it answers. */
export interface DescribedOperation {
	method: string;
	/** With names in braces: `/v1/nodes/{id}/`. */
	path: string;
	source: 'description' | 'pages';
	query?: Readonly<Record<string, Described>>;
	body?: {
		type: string;
		required: readonly string[];
		fields: Readonly<Record<string, Described>>;
	};
	/** What it answers, by status: a shape, `page of` or `list of` one, `error`, `nothing`. */
	responses: Readonly<Record<string, string>>;
}

/** Every operation that the vendor describes. */
export const OPERATIONS = description.operations as unknown as readonly DescribedOperation[];

const patterns = OPERATIONS.map((operation) => {
	const pattern = operation.path.replace(/\{\w+\}/g, '[^/]+');
	const isFixed = !operation.path.includes('{');
	return { operation, isFixed, expression: new RegExp(`^${pattern}$`) };
});

/** Finds the operation of a request; one with a fixed path before one with names in it. */
export function findOperation(method: string, path: string): DescribedOperation | undefined {
	const found = patterns.filter(
		({ operation, expression }) => operation.method === method && expression.test(path),
	);
	return (found.find(({ isFixed }) => isFixed) ?? found[0])?.operation;
}

/** `GET /v1/nodes/{id}/`. */
export function operationName({ method, path }: DescribedOperation): string {
	return `${method} ${path}`;
}

/** The status of a success of an operation, and the name of what it answers. */
export function successOf({ responses }: DescribedOperation): { status: number; answers: string } {
	const [status, answers] = Object.entries(responses).find(([code]) => code < '300') ?? ['200', ''];
	return { status: Number(status), answers };
}

/** `node` for `page of node` and `list of node`. */
export function shapeOf(answers: string): string {
	return answers.replace(/^(page|list) of /, '');
}
