import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureFolder, pictureOf, root, textList } from './canvasMark.mts';
import { fenced, GENERATED, lines, table } from './markdown.mts';

/** The examples by what they are for: file, and how somebody would ask for it ("I want to …"). */
const GROUPS: ReadonlyArray<{
	title: string;
	examples: ReadonlyArray<[file: string, wish: string]>;
}> = [
	{
		title: 'Provision',
		examples: [
			['provision-network.json', 'create a network from a form, and pass on its endpoint'],
			['deployment-gate.json', 'deploy only when a node is ready'],
			[
				'pay-out-on-proof.json',
				'pay out only when several nodes confirm that the account has enough',
			],
			['verify-archive-node.json', 'check that a new node keeps the whole history'],
			['bulk-rename.json', 'rename many nodes from a list'],
			['node-inventory.json', 'keep a table of all nodes'],
			['allowlist.json', 'keep the allowlist of a node equal to a list of addresses'],
			['lock-down.json', 'shut a node off after its key has leaked'],
		],
	},
	{
		title: 'Watch',
		examples: [
			[
				'readiness-check.json',
				'check my nodes on a schedule, and get a message about each that is not ready',
			],
			['status-alert.json', 'get one message when an endpoint fails and one when it recovers'],
			['alert-with-status.json', 'see in an alert whether the platform itself has an incident'],
			['quiet-hours.json', 'be told in the morning what still holds of the night'],
			['incidents.json', 'keep incidents in a table, and see the uptime of each node in a month'],
			['fleet-report.json', 'get a report of all nodes every morning'],
			['chain-laggards.json', 'see which nodes lag behind the others of their chain'],
			['status-page.json', 'show a status page'],
			[
				'health-monitor.json',
				'let another monitor or a load balancer ask for the health of a node',
			],
			['failover.json', 'let an application ask for the fastest endpoint that is ready'],
			['node-metrics.json', 'watch disk and memory of dedicated nodes'],
		],
	},
	{
		title: 'Pin',
		examples: [
			['pin-folder.json', 'pin a folder to IPFS after an upload'],
			['ipfs-upload.json', 'pin an uploaded file, and get its CID and link'],
		],
	},
	{
		title: 'Cost',
		examples: [
			['quota-alert.json', 'know before the request units of my plan are used up'],
			['monthly-usage.json', 'get a usage report every month'],
			['unused-nodes.json', 'know which nodes are deleted because nobody uses them'],
			['faucet-top-up.json', 'keep test accounts supplied with test tokens'],
		],
	},
	{
		title: 'Agents',
		examples: [['assistant.json', 'ask an AI assistant about my nodes, and let it rename them']],
	},
];

/** An example workflow, as the gallery shows it. */
export interface GalleryExample {
	file: string;
	name: string;
	/** Its first note: what it does and how to set it up. */
	about: string;
}

/** All examples in the order of the gallery. */
export function galleryExamples(): GalleryExample[] {
	return GROUPS.flatMap(({ examples }) => examples).map(([file]) => exampleIn(file));
}

function exampleIn(file: string): GalleryExample {
	const text = readFileSync(join(root, 'examples', file), 'utf8');
	const { name, nodes } = JSON.parse(text) as {
		name: string;
		nodes: Array<{ type: string; parameters: { content?: string } }>;
	};
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	return { file, name, about: note?.parameters.content ?? '' };
}

/** The page of all examples: what each is for, then each with a picture of its canvas. */
export function galleryPage(): string {
	const wishes = GROUPS.flatMap(({ title, examples }) =>
		examples.map(([file, wish]) => {
			const { name } = exampleIn(file);
			return [title, wish, `[${name}](#${name.toLowerCase().replaceAll(' ', '-')})`];
		}),
	);
	return lines(
		GENERATED,
		'# Example workflows',
		'To use one, open its file, copy all, and paste it on the canvas of a new workflow in n8n. Then choose your credential in the Chainstack nodes. You can run every example by hand first; the tests of this package run all of them.',
		table(['', 'I want to …', 'Example'], wishes),
		...GROUPS.flatMap(({ title, examples }) => [
			`# ${title}`,
			...examples.flatMap(([file]) => section(exampleIn(file))),
		]),
	);
}

function section({ file, name, about }: GalleryExample): string[] {
	const picture = pictureOf(file);
	const shown = existsSync(join(pictureFolder, picture))
		? [`![Canvas of ${name}](${picture})`]
		: [];
	return [
		`## ${name}`,
		described(about),
		...shown,
		...sent(file),
		`Open [${file}](../../examples/${file}), copy all, paste on the canvas.`,
	];
}

/** Examples whose run in the sandbox writes what it would write elsewhere: no table has to be filled before. */
export const SHOWN_WITH_TEXT: ReadonlySet<string> = new Set([
	'allowlist.json',
	'faucet-top-up.json',
	'monthly-usage.json',
	'quota-alert.json',
	'readiness-check.json',
	'status-alert.json',
	'verify-archive-node.json',
]);

/** The most lines that are shown of a text. */
const MOST_LINES = 12;

/** The output of an example in the run that its picture shows. */
function sent(file: string): string[] {
	const list = JSON.parse(readFileSync(textList, 'utf8')) as Record<string, string[]>;
	const [text] = list[file] ?? [];
	if (text === undefined) return [];
	const all = text.split('\n');
	const shown = all.length > MOST_LINES ? [...all.slice(0, MOST_LINES), '…'] : all;
	return ['The text that arrives:', fenced(shown.join('\n'), 'text')];
}

/** The text of a note below its heading; its headings become bold. */
function described(note: string): string {
	return note
		.replace(/^#+ .*\n+/, '')
		.replace(/^#+ (.*)$/gm, '**$1**')
		.replace(/^(\*\*.*\*\*)\n(?=\d\.|-)/gm, '$1\n\n')
		.trim();
}
