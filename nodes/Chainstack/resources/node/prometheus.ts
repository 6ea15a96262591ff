/** One gauge of a page in Prometheus's text format. */
export type Gauge = {
	name: string;
	/** `null` for NaN and the infinities, which JSON does not have. */
	value: number | null;
	/** From the name's last word, such as `bytes`; absent where that is not a unit. */
	unit?: string;
	/** Without the label that names the node. */
	labels?: Record<string, string>;
};

/** Units at the end of names (Prometheus documentation, metric and label naming), and those of the platform's page. */
const UNITS = new Map([
	['cores', 'cores'],
	['ratio', 'ratio from 0 to 1'],
	['bytes', 'bytes'],
	['seconds', 's'],
	['timestamp', 's since 1970'],
	['number', 'height'],
	['percent', '%'],
	['total', 'count'],
]);

/** A node's page does not have more. */
const MOST_GAUGES = 10_000;

/**
 * `name{labels} value timestamp # exemplar`, all but name and value optional, blanks allowed between all of them
 * (Prometheus documentation, exposition formats; OpenMetrics, where timestamps are seconds with a fraction).
 */
const SAMPLE =
	/^([a-zA-Z_:][\w:]*)(?:[ \t]*\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\}[ \t]*|[ \t]+)([^\s#]+)(?:[ \t]+[-+]?[\d.]+(?:e[-+]?\d+)?)?(?:[ \t]+#.*)?$/i;

const LABEL = /([a-zA-Z_]\w*)[ \t]*=[ \t]*"((?:[^"\\]|\\.)*)"/g;

/**
 * Reads all gauges of a page, including unknown ones; lines that are not samples are left out.
 * @returns the gauges in the order of the page, one for each name and set of labels
 */
export function parseGauges(page: string): Gauge[] {
	const gauges = new Map<string, Gauge>();
	for (const line of page.split('\n')) {
		const sample = SAMPLE.exec(line.trim());
		if (sample === null || gauges.size >= MOST_GAUGES) continue;
		const [, name, labelText = '', text] = sample;
		const labels = Object.fromEntries(
			[...labelText.matchAll(LABEL)]
				.map(([, label, value]) => [label, unescapeLabel(value)] as const)
				.filter(([label]) => label !== 'node_id'),
		);
		const value = Number(text);
		const unit = UNITS.get(name.slice(name.lastIndexOf('_') + 1));
		gauges.set(`${name} ${JSON.stringify(labels)}`, {
			name,
			value: Number.isFinite(value) ? value : null,
			...(unit !== undefined && { unit }),
			...(Object.keys(labels).length > 0 && { labels }),
		});
	}
	return [...gauges.values()];
}

/** @returns the text of a label, in which line breaks, quotes and backslashes are escaped */
function unescapeLabel(value: string): string {
	return value.replace(/\\([n"\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
}

/** The beginning of the names of the platform's gauges (platform documentation, dedicated node monitoring). */
const PREFIX = /^chainstack_node_/;

/** @returns a name as a field: `chainstack_node_cpu_usage_cores` becomes `cpuUsageCores` */
export function toFieldName(name: string): string {
	return name
		.replace(PREFIX, '')
		.replace(/[_:]+([a-zA-Z\d])/g, (_, letter: string) => letter.toUpperCase());
}
