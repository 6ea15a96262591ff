/** Something the person at the keyboard can act on: what happened, and how to go on. */
export class Problem extends Error {
	/**
	 * @param {string} message what happened, in one sentence
	 * @param {string | string[]} hint what to do now, one line each
	 * @param {{ logFile?: string, tail?: string[], cause?: unknown }} [details]
	 */
	constructor(message, hint, details = {}) {
		super(message, { cause: details.cause });
		this.name = 'Problem';
		this.hints = Array.isArray(hint) ? hint : [hint];
		this.logFile = details.logFile;
		this.tail = details.tail ?? [];
	}
}

/**
 * The text for a person: no stack, the last lines of what was running, and where the rest is.
 *
 * @param {unknown} error
 */
export function describeProblem(error) {
	if (!(error instanceof Problem)) {
		const message = error instanceof Error ? error.message : String(error);
		return [
			`\n✖ Something went wrong that this script does not know: ${message}`,
			'  → Run the same command with DEBUG=1 to see where.',
			'',
		].join('\n');
	}
	return [
		`\n✖ ${error.message}`,
		...error.tail.map((line) => `    ${line}`),
		...error.hints.map((line) => `  → ${line}`),
		...(error.logFile ? [`  → The whole log: ${error.logFile}`] : []),
		'',
	].join('\n');
}

/**
 * Runs a script's main function; a failure becomes a message and exit status 1, never a raw stack.
 *
 * @param {() => Promise<number | void>} main answers the exit status (default 0)
 */
export async function runScript(main) {
	/** @param {unknown} error */
	const fail = (error) => {
		process.stderr.write(describeProblem(error));
		if (process.env.DEBUG) console.error(error);
		process.exit(1);
	};
	process.on('uncaughtException', fail);
	process.on('unhandledRejection', fail);
	try {
		process.exitCode = (await main()) ?? 0;
	} catch (error) {
		fail(error);
	}
}
