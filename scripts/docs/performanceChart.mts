// The chart of the README, as SVG; the performance page has all numbers in tables. Drawn here, because libraries that
// draw without a browser bring megabytes of dependencies for what is a few rectangles and texts.
import { BUILT_IN, caseOf, OURS, timeOf } from './measured.mts';

/**
 * Its path below the checkout. The folder's name begins with a dot, because n8n's own build puts every SVG file of the
 * other folders into the package.
 */
export const CHART = 'docs/.charts/overview.svg';

const TITLE = 'Time for 1000 checks of endpoints 50 ms away, in milliseconds';

/** One endpoint, a plan's endpoints, and the case in which nothing can be combined. */
const CASES = ['one-50ms-referred', 'keys200-50ms-referred', 'hosts1000-50ms-computed'];

const SERIES = [OURS, BUILT_IN];
const COLORS = ['#1f6feb', '#9aa4af'];

const WIDTH = 820;
const LABELS = 370;
const NUMBERS = 110;
const BAR = 16;
const GROUP_GAP = 14;
const HEAD = 64;
const FONT = 'font-family="system-ui, -apple-system, \'Segoe UI\', sans-serif"';

/** The text of its file, on a white ground, so that it is readable in dark pages as well. */
export function performanceChart(): string {
	const groups = CASES.map((id) => caseOf('checks', id)).map((each) => ({
		label: each.title.replaceAll('`', '').replace(/, \d+ ms away/, ''),
		bars: SERIES.map((name) => timeOf(each, name)),
	}));
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
	const legend = SERIES.flatMap((name, index) => {
		const at = x;
		x += 34 + name.length * 7;
		return [rectangle(at, 36, 12, 12, COLORS[index]), text(at + 18, 46, name)];
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" ${FONT} font-size="12" fill="#1f2328">`,
		`<title>${escaped(TITLE)}</title>`,
		`<rect width="${WIDTH}" height="${y}" rx="8" fill="#fff"/>`,
		text(16, 22, TITLE, 'font-size="14" font-weight="600"'),
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
