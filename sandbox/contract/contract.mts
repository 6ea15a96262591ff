import { STATEMENTS } from './index.mts';
import type { Expectation, Statement } from './statement.mts';

/** Statements that are not true of a sandbox, by their IDs, and what is true instead. */
export type Variant = Readonly<Record<string, Expectation>>;

const byId = new Map(STATEMENTS.map((statement) => [statement.id, statement]));

/** What a sandbox goes by: the contract, apart from statements in which it is to differ. */
export class Contract {
	constructor(private readonly variant: Variant = {}) {
		for (const id of Object.keys(variant)) find(id);
	}

	/** The status that a statement has, the first of several. @throws Error when it has none */
	statusOf(id: string): number {
		const status = this.variant[id]?.status ?? find(id).expect?.status;
		const [first] = [status].flat();
		if (first === undefined) throw new Error(`The statement ${id} has no status`);
		return first;
	}

	/** The records on a page that a statement has. @throws Error when it has none */
	pageSizeOf(id: string): number {
		const pageSize = this.variant[id]?.pageSize ?? find(id).expect?.pageSize;
		if (pageSize === undefined) throw new Error(`The statement ${id} has no size of a page`);
		return pageSize;
	}
}

/** The number that a statement is about. @throws Error when it is about none */
export function limitOf(id: string): number {
	const { limit } = find(id);
	if (limit === undefined) throw new Error(`The statement ${id} is about no number`);
	return limit;
}

function find(id: string): Statement {
	const statement = byId.get(id);
	if (statement === undefined) throw new Error(`There is no statement ${id}`);
	return statement;
}
