// A chart of horizontal bars as SVG. Written here, because libraries that draw without a browser bring megabytes of
// dependencies for what is a few rectangles and texts.

const WIDTH = 820;
const LABELS = 370;
const NUMBERS = 110;
const BAR = 16;
const GROUP_GAP = 14;
const HEAD = 64;
const FONT = 'font-family="system-ui, -apple-system, \'Segoe UI\', sans-serif"';
const COLORS = ['#1f6feb', '#9aa4af'];

interface BarChart {
	title: string;
	/** Names of what is compared, at most two. */
	series: string[];
	/** Bars that belong together, one for each series. */
	groups: Array<{ label: string; bars: number[] }>;
}

/** The chart as the text of an SVG file, on a white ground, so that it is readable in dark pages as well. */
export function barChart({ title, series, groups }: BarChart): string {
	const longest = Math.max(...groups.flatMap(({ bars }) => bars));
	const scale = (WIDTH - LABELS - NUMBERS) / longest;
	const shapes: string[] = [];
	let y = HEAD;
	for (const { label, bars } of groups) {
		const middle = y + (bars.length * BAR) / 2;
		shapes.push(text(LABELS - 10, middle + 4, label, 'text-anchor="end"'));
		for (const [index, value] of bars.entries()) {
			const width = Math.max(1, value * scale);
			shapes.push(rectangle(LABELS, y + 1, width, BAR - 2, COLORS[index]));
			shapes.push(text(LABELS + width + 6, y + BAR / 2 + 4, `${Math.round(value)}`));
			y += BAR;
		}
		y += GROUP_GAP;
	}
	let x = 16;
	const legend = series.flatMap((name, index) => {
		const at = x;
		x += 34 + name.length * 7;
		return [rectangle(at, 36, 12, 12, COLORS[index]), text(at + 18, 46, name)];
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" ${FONT} font-size="12" fill="#1f2328">`,
		`<title>${escaped(title)}</title>`,
		`<rect width="${WIDTH}" height="${y}" rx="8" fill="#fff"/>`,
		text(16, 22, title, 'font-size="14" font-weight="600"'),
		...legend,
		...shapes,
		'</svg>',
		'',
	].join('\n');
}

function rectangle(x: number, y: number, width: number, height: number, color: string): string {
	return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${height}" rx="2" fill="${color}"/>`;
}

function text(x: number, y: number, words: string, more = ''): string {
	return `<text x="${short(x)}" y="${short(y)}"${more && ` ${more}`}>${escaped(words)}</text>`;
}

function short(value: number): string {
	return `${Math.round(value * 10) / 10}`;
}

function escaped(words: string): string {
	return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
