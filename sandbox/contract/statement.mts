/**
 * Where a statement about the platform comes from: the specification of the package, the vendor's API
 * description, other pages of the vendor, or nowhere. Nobody has confirmed an assumed one.
 */
export type Source = 'specification' | 'description' | 'pages' | 'assumed';

/** The sources, as tables show them. */
export const SOURCES: Readonly<Record<Source, string>> = {
	specification: "the package's specification",
	description: "the vendor's API description",
	pages: "the vendor's pages",
	assumed: 'assumed',
};

/**
 * The type of a value in an answer: `text`, `integer`, `number`, `boolean`, `object`, `list`, `texts`,
 * `date-time`, `date`, `url`, `ID ND` for an identifier with this prefix, or `a|b` for one of these texts.
 * Several types are divided by ` or `; `null` is one of them, and `absent` says that it may be missing.
 */
export type ValueType = string;

/** The form of errors: that of the core API, of IPFS or of the faucet, or the page of a proxy. */
export type Envelope = 'core' | 'ipfs' | 'faucet' | 'proxy';

/** What an answer has to show. Everything that is given has to hold. */
export interface Expectation {
	/** HTTP statuses, of which one has to be answered. */
	status?: number | readonly number[];
	/** The form of the error in the body. */
	envelope?: Envelope;
	/** Media type. */
	type?: string;
	/** Headers that have to be there, and what they are. */
	headers?: Readonly<Record<string, ValueType>>;
	/** Types of values in the whole answer, by their path: `details.https_endpoint`, `0.id`. */
	answer?: Readonly<Record<string, ValueType>>;
	/** Types of values in every record. */
	fields?: Readonly<Record<string, ValueType>>;
	/** Values in every record; `{node}` stands for what an earlier answer gave. */
	values?: Readonly<Record<string, unknown>>;
	/** The field by which records are in order, with `-` in front for the largest first. */
	order?: string;
	/** The number of records, where the list goes on. */
	pageSize?: number;
	/** What no single value shows; see `scripts/live/rules.mts`. */
	rule?: string;
}

/** A statement about the platform. */
export interface Statement {
	/** Unique, such as `pins.missing`. */
	id: string;
	/** One sentence, true or false. */
	says: string;
	source: Source;
	/** Place in its source; for an assumed one what depends on it, or why it is assumed. */
	where: string;
	/** Names of the exchanges that show it; the first of them that was made counts. */
	on?: readonly string[];
	/** The shape whose answers show it, all that were seen. */
	shape?: string;
	expect?: Expectation;
	/** Why no run can show it, where neither exchange nor shape does. */
	unreachable?: string;
	/** The number that it is about, which the sandbox keeps to. */
	limit?: number;
}

/** A request that shows whether statements are true. Texts may hold `{project}` and the like. */
export interface Exchange {
	/** Unique, such as `nodes by status`. */
	name: string;
	method: string;
	path: string;
	query?: Readonly<Record<string, string>>;
	json?: unknown;
	/** Fields of a multipart form; a value in angle brackets is the content of a file of that name. */
	form?: ReadonlyArray<readonly [name: string, value: string]>;
	/** Sent without a key, or with one that does not exist. */
	key?: 'none' | 'wrong';
	/** The status that it provokes, where that is not a success. */
	provokes?: number;
	/** Names that earlier answers have to have given, besides those in its texts. */
	needs?: readonly string[];
	/** What its answer gives to later ones: a name, and the path of the value. */
	gives?: Readonly<Record<string, string>>;
	/** What it makes, which has to be deleted again. */
	makes?: Made;
	/** Repeated until a value is another. */
	untilNot?: { path: string; is: readonly string[] };
}

/** Something that a run made. */
export interface Made {
	/** Such as `network`. */
	thing: string;
	/** The path of its ID in the answer. */
	id: string;
	/** The path of its deletion, with `{id}`. */
	deletion: string;
	/** The list in which it stands, and the field that recognizes it, if the answer was lost. */
	list: string;
	field: string;
	value: string;
}
