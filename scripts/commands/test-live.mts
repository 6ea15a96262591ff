import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FamilyName } from '../../nodes/shared/addresses/chains';
import { buildEndpointAddress } from '../../nodes/shared/addresses/endpointAddress';
import { parseBaseUrl } from '../../nodes/shared/managementApi/credential';
import { ASKED_FAMILIES } from '../../sandbox/contract/endpoints.mts';
import { addToCorpus } from '../live/corpus.mts';
import { CannotRun, runLive, type LiveOptions, type LiveResult } from '../live/liveRun.mts';
import { realTime } from '../live/pacedClient.mts';
import type { Place } from '../live/place.mts';
import { askHidden, confirm, isInteractive } from '../live/prompt.mts';
import { formatReport, formatRun, rowsThat } from '../live/report.mts';

const USAGE = `npm run test:live -- [options]

Compares the contract with the platform (docs/contract.md) with the real service.

  --project PR-…         the project that is read, and that pays with --create
  --create               also make one network, rule and pin, and delete them again; asks first
  --bucket BUCK-…        the bucket for the pin
  --place name=value     protocol, network, provider, region or type of the node, once for each
  --endpoint family=url  also ask an endpoint, of an address without a key; once for each family
  --ask family           ask for the address of such an endpoint, which may have a key
  --record               add the answers of endpoints to the corpus of answers
  --report file          write the table as a page, too
  --base-url url         another address of the API

Keys are never given here. The API key is in CHAINSTACK_API_KEY, or is asked for; the address of an
endpoint with a key is in CHAINSTACK_ENDPOINT_<FAMILY>, such as CHAINSTACK_ENDPOINT_EVM.
Families: ${ASKED_FAMILIES.join(', ')}`;

const CORPUS = fileURLToPath(
	new URL('../../test/unit/jsonRpc/data/answers.jsonl', import.meta.url),
);

/** A mistake of the caller; the text is shown as it is. */
class Misuse extends Error {}

/** npm run test:live: the contract with the platform, compared with the real service. */
export async function run(args: string[]): Promise<number> {
	try {
		const { options, record, report } = await readOptions(args);
		const result = await runStoppable(options);
		return conclude(result, { record, report });
	} catch (error) {
		if (!(error instanceof Misuse || error instanceof CannotRun)) throw error;
		console.error(error.message);
		return 2;
	}
}

async function readOptions(args: string[]) {
	const { values } = parse(args);
	if (values.help) throw new Misuse(USAGE);
	const endpoints = readEndpoints(values.endpoint);
	for (const name of values.ask) {
		const family = checkFamily(name);
		endpoints[family] = await askOrFail(`Address of the ${family} endpoint`);
	}
	for (const [family, address] of Object.entries(endpoints))
		checkAddress(family as FamilyName, address);
	const apiKey = await readApiKey(Object.keys(endpoints).length > 0);
	const options: LiveOptions = {
		baseUrl: readBaseUrl(values['base-url']),
		apiKey: apiKey === '' ? undefined : apiKey,
		project: values.project,
		create: values.create,
		bucket: values.bucket,
		place: Object.fromEntries(values.place.map(splitPair)) as Partial<Place>,
		endpoints,
	};
	return { options, record: values.record, report: values.report };
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				project: { type: 'string' },
				create: { type: 'boolean', default: false },
				bucket: { type: 'string' },
				place: { type: 'string', multiple: true, default: [] },
				endpoint: { type: 'string', multiple: true, default: [] },
				ask: { type: 'string', multiple: true, default: [] },
				record: { type: 'boolean', default: false },
				report: { type: 'string' },
				'base-url': { type: 'string', default: 'https://api.chainstack.com' },
				help: { type: 'boolean', default: false },
			},
		});
	} catch {
		// The message would repeat what was typed, which may be a key.
		throw new Misuse(`One of the options is not known.\n\n${USAGE}`);
	}
}

function splitPair(text: string): [name: string, value: string] {
	const place = text.indexOf('=');
	if (place < 1) throw new Misuse(`An option has the form name=value.\n\n${USAGE}`);
	return [text.slice(0, place), text.slice(place + 1)];
}

function checkFamily(name: string): FamilyName {
	const family = ASKED_FAMILIES.find((each) => each === name);
	if (family === undefined) throw new Misuse(`Families: ${ASKED_FAMILIES.join(', ')}`);
	return family;
}

/** @returns the address of the API without a slash at its end */
function readBaseUrl(text: string): string {
	try {
		return parseBaseUrl(text).href.replace(/\/$/, '');
	} catch (error) {
		throw new Misuse(error instanceof Error ? error.message : 'This is no address of an API.');
	}
}

/** @throws Misuse that does not repeat the address, which may hold a key */
function checkAddress(family: FamilyName, address: string): void {
	try {
		buildEndpointAddress({ address, family, field: 'Endpoint' });
	} catch {
		throw new Misuse(`The address of ${family} is not that of an endpoint over HTTPS.`);
	}
}

/** @throws Misuse for an address with a key: other users of the machine see command lines */
function readEndpoints(given: readonly string[]): Partial<Record<FamilyName, string>> {
	const endpoints: Partial<Record<FamilyName, string>> = {};
	for (const family of ASKED_FAMILIES) {
		const address = process.env[`CHAINSTACK_ENDPOINT_${family.toUpperCase()}`];
		if (address !== undefined && address !== '') endpoints[family] = address;
	}
	for (const pair of given) {
		const [name, address] = splitPair(pair);
		const family = checkFamily(name);
		checkAddress(family, address);
		if (buildEndpointAddress({ address, family, field: '--endpoint' }).secrets.length > 0) {
			const variable = `CHAINSTACK_ENDPOINT_${family.toUpperCase()}`;
			throw new Misuse(
				`The address of ${family} seems to hold a key. Keys are not given on the command line: put it into ${variable}, or use --ask ${family}.`,
			);
		}
		endpoints[family] = address;
	}
	return endpoints;
}

/** @returns an empty text where only endpoints are to be asked */
async function readApiKey(isOptional: boolean): Promise<string> {
	const key = process.env.CHAINSTACK_API_KEY ?? '';
	if (key !== '') return key;
	if (isInteractive) {
		const hint = isOptional ? ' (nothing, to ask only the endpoints)' : '';
		return await askOrFail(`API key${hint}`, isOptional);
	}
	if (isOptional) return '';
	throw new Misuse('There is no key: set CHAINSTACK_API_KEY, or run this in a terminal.');
}

async function askOrFail(question: string, mayBeEmpty = false): Promise<string> {
	if (!isInteractive) throw new Misuse('Nobody can be asked: this is no terminal.');
	const answer = await askHidden(`${question}, not shown: `);
	if (answer === '' && !mayBeEmpty) throw new Misuse('Nothing was entered.');
	return answer;
}

/** Runs until Ctrl-C: the first ends the run and has everything deleted, the second ends that too. */
async function runStoppable(options: LiveOptions): Promise<LiveResult> {
	const stop = new AbortController();
	const stopDeletion = new AbortController();
	const onSignal = (): void => {
		if (stop.signal.aborted) {
			stopDeletion.abort();
			return;
		}
		console.log('Stopping. What was made is deleted; once more ends that, too.');
		stop.abort();
	};
	process.on('SIGINT', onSignal);
	process.on('SIGTERM', onSignal);
	try {
		return await runLive(options, {
			time: realTime,
			say: (text) => console.log(text),
			confirm,
			stop: stop.signal,
			stopDeletion: stopDeletion.signal,
		});
	} finally {
		process.off('SIGINT', onSignal);
		process.off('SIGTERM', onSignal);
	}
}

/** Shows what a run found. @returns 0 where nothing differs, 1 where something does, 2 where something was left */
function conclude(
	{ parts, left, requests, seconds, calls, secrets }: LiveResult,
	{ record, report }: { record: boolean; report?: string },
): number {
	console.log(secrets.hide(formatRun(parts)));
	const rate = seconds > 0 ? (requests / seconds).toFixed(2) : '0';
	const about = `${requests} requests in ${Math.round(seconds)} s (${rate} a second).`;
	console.log(`\n${about}`);
	if (report !== undefined) {
		writeFileSync(report, secrets.hide(formatReport(parts, about)));
		console.log(`The table is in ${report}. Attach it to an issue of the project.`);
	}
	if (record) {
		const added = addToCorpus(CORPUS, calls, secrets);
		console.log(`${added.length} answers were added to the corpus. Look at what each means.`);
	}
	if (left.length > 0) {
		console.log(
			`\nNOT DELETED, delete it in the console:\n${left.map((each) => `  ${each}`).join('\n')}`,
		);
		return 2;
	}
	return rowsThat('differs', parts).length > 0 ? 1 : 0;
}
