import { ACCESS_RULES } from './accessRules.mts';
import { CORE } from './core.mts';
import { CREATED } from './creations.mts';
import { endpointStatements } from './endpoints.mts';
import { describedStatements } from './fromDescription.mts';
import { PINS } from './pins.mts';
import { SHAPES } from './shapes.mts';
import { SOURCES, type Source, type Statement } from './statement.mts';
import { USAGE_AND_FAUCET } from './usage.mts';

/** The contract with the platform by its parts: everything that package and sandbox rely on. */
export const CONTRACT: ReadonlyArray<{ part: string; statements: readonly Statement[] }> = [
	{ part: 'Operations, as the vendor describes them', statements: describedStatements() },
	{ part: 'Records', statements: SHAPES },
	{ part: 'Keys, errors, pages and lists', statements: CORE },
	{ part: 'Networks and nodes: creation, change, deletion', statements: CREATED },
	{ part: 'Access rules', statements: ACCESS_RULES },
	{ part: 'Usage and faucet', statements: USAGE_AND_FAUCET },
	{ part: 'IPFS storage', statements: PINS },
	{ part: 'Node endpoints', statements: endpointStatements() },
];

/** Every statement. */
export const STATEMENTS: readonly Statement[] = CONTRACT.flatMap(({ statements }) => statements);

/** How many statements come from each source. */
export function countBySource(statements = STATEMENTS): Map<Source, number> {
	const sources = Object.keys(SOURCES) as Source[];
	return new Map(
		sources.map((source) => [source, statements.filter((each) => each.source === source).length]),
	);
}
