const isTerminal = Boolean(process.stdout.isTTY) && !process.env.CI;

/** How often a long step says that it is alive: a terminal's line is rewritten, a log gets lines. */
const interval = isTerminal ? 500 : 5_000;

/**
 * Runs one step with a line that shows what it does and for how long.
 *
 * @template T
 * @param {string} title
 * @param {(report: (detail: string) => void) => Promise<T>} work `report` sets the detail shown
 * @returns {Promise<T>}
 */
export async function step(title, work) {
	const start = performance.now();
	let detail = '';
	const show = () => {
		const line = `  … ${title}: ${detail ? `${detail}, ` : ''}${elapsed(start)}`;
		if (isTerminal) rewriteLine(line);
		else console.log(line);
	};
	if (isTerminal) show();
	const timer = setInterval(show, interval);
	try {
		const result = await work((text) => {
			detail = text;
		});
		clearInterval(timer);
		finish(`  ✔ ${title} (${elapsed(start)})`);
		return result;
	} catch (error) {
		clearInterval(timer);
		finish(`  ✖ ${title} (${elapsed(start)})`);
		throw error;
	}
}

/**
 * The time since a moment of `performance.now()`, for people.
 *
 * @param {number} start
 */
export function elapsed(start) {
	const seconds = (performance.now() - start) / 1000;
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	if (seconds < 60) return `${Math.round(seconds)} s`;
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** @param {string} line */
function rewriteLine(line) {
	const width = process.stdout.columns ?? 80;
	process.stdout.write(`\r\x1b[K${line.slice(0, width - 1)}`);
}

/** @param {string} line */
function finish(line) {
	process.stdout.write(isTerminal ? `\r\x1b[K${line}\n` : `${line}\n`);
}
