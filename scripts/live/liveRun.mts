import type { FamilyName } from '../../nodes/shared/addresses/chains';
import { buildEndpointAddress } from '../../nodes/shared/addresses/endpointAddress';
import { ASKED_FAMILIES, namesOf } from '../../sandbox/contract/endpoints.mts';
import { CONTRACT } from '../../sandbox/contract/index.mts';
import { EndpointRun, type RecordedCall } from './endpointRun.mts';
import type { Given } from './fill.mts';
import { judge, type Evidence } from './judge.mts';
import { PacedClient, type RunTime } from './pacedClient.mts';
import { choosePlace, describePlace, type Place } from './place.mts';
import { PlatformRun } from './platformRun.mts';
import type { JudgedPart } from './report.mts';
import { Secrets } from './secrets.mts';
import type { Seen, Sightings } from './seen.mts';

/** What a run is about. */
export interface LiveOptions {
	/** Without a slash at its end. */
	baseUrl: string;
	/** Without it, only endpoints are asked. */
	apiKey?: string;
	/** The project that is read, and in which something is made. */
	project?: string;
	/** Whether to make and delete a network, a rule and, with a bucket, a pin. */
	create?: boolean;
	bucket?: string;
	place?: Partial<Place>;
	/** An address of one endpoint, by family. */
	endpoints?: Partial<Record<FamilyName, string>>;
}

/** What a run needs from the outside. */
export interface LiveSurroundings {
	time: RunTime;
	/** Tells the user something; secrets are hidden in it already. */
	say(text: string): void;
	/** Asks before something is paid for. */
	confirm(question: string): Promise<boolean>;
	/** Ends the run; what it made is deleted. */
	stop: AbortSignal;
	/** Ends that as well. */
	stopDeletion: AbortSignal;
}

/** What became of a run. */
export interface LiveResult {
	parts: JudgedPart[];
	/** What was made and could not be deleted. */
	left: string[];
	requests: number;
	seconds: number;
	calls: RecordedCall[];
	secrets: Secrets;
}

/** The key was not accepted, or nothing answers: nothing can be said about statements. */
export class CannotRun extends Error {}

/**
 * Compares the contract with the platform and with node endpoints.
 * @throws CannotRun when nothing can be compared
 */
export async function runLive(
	options: LiveOptions,
	surroundings: LiveSurroundings,
): Promise<LiveResult> {
	const { time } = surroundings;
	const secrets = new Secrets();
	secrets.add(options.apiKey ?? '');
	const say = (text: string): void => surroundings.say(secrets.hide(text));
	const client = new PacedClient(time, secrets);
	const began = time.now();
	const given: Given = new Map(Object.entries(timesOf(began)));
	if (options.project !== undefined) given.set('project', options.project);
	const all: Sightings = { seen: new Map<string, Seen>(), skipped: new Map<string, string>() };
	const calls: RecordedCall[] = [];
	const context = { options, surroundings, say, client, secrets, given };
	const left = options.apiKey === undefined ? [] : await askPlatform(context, all);
	for (const family of ASKED_FAMILIES) calls.push(...(await askEndpoint(family, context, all)));
	const evidence: Evidence = { ...all, given, now: began };
	const parts = CONTRACT.map(({ part, statements }) => ({
		part,
		rows: statements.map((statement) => ({ statement, verdict: judge(statement, evidence) })),
	}));
	const seconds = Math.max(0, time.now() - began) / 1000;
	return { parts, left, requests: client.sent, seconds, calls, secrets };
}

interface Context {
	options: LiveOptions;
	surroundings: LiveSurroundings;
	say: (text: string) => void;
	client: PacedClient;
	secrets: Secrets;
	given: Given;
}

/** @returns what was made and could not be deleted */
async function askPlatform(context: Context, all: Sightings): Promise<string[]> {
	const { options, surroundings, say, client, given } = context;
	const { baseUrl, apiKey = '' } = options;
	const run = new PlatformRun({ ...surroundings, baseUrl, apiKey, client, say }, given);
	const status = await run.tryKey();
	if (status !== 200) throw new CannotRun(explainFirst(status, run));
	say('The key is accepted. Reading: less than one request a second, some two minutes in all.');
	await run.read();
	const isToCreate = options.create === true && !surroundings.stop.aborted;
	const refusal = isToCreate ? await agreeToSpend(context, run) : 'only with --create';
	if (refusal === undefined) {
		// Whatever happens, what was made is deleted.
		await run.create().catch((error: unknown) => say(`The run broke off: ${String(error)}`));
	} else {
		run.skipCreation(refusal);
		if (options.create === true) say(`Nothing is made: ${refusal}.`);
	}
	const left = run.ledger.isEmpty ? [] : await run.ledger.deleteAll(surroundings.stopDeletion);
	for (const [name, seen] of run.seen) all.seen.set(name, seen);
	for (const [name, why] of run.skipped) all.skipped.set(name, why);
	return left;
}

function explainFirst(status: number | undefined, run: PlatformRun): string {
	if (status === undefined) return `The platform does not answer: ${[...run.skipped.values()][0]}`;
	if (status === 401)
		return 'The platform did not accept the key (status 401). Nothing else was asked';
	return `The platform answered the first request with status ${status}. Nothing else was asked`;
}

/** Asks before anything is paid for. @returns why nothing is made, undefined where it is */
async function agreeToSpend(
	{ options, surroundings, given }: Context,
	run: PlatformRun,
): Promise<string | undefined> {
	if (options.project === undefined) return '--create needs --project, which pays';
	const place = choosePlace(run.seen.get('deployment options'), options.place);
	if (place === undefined) return 'no deployment option was found; name one with --place';
	const stamp = `contract-check-${Math.floor(surroundings.time.now()).toString(36)}`;
	const pin = options.bucket === undefined ? '' : `, a pin of some bytes in ${options.bucket}`;
	const question =
		`This makes the network ${stamp} with one node (${describePlace(place)}) in the project ${options.project}, ` +
		`an access rule of that node that is never activated${pin}, and deletes all of it. It may cost something. Go on?`;
	if (!(await surroundings.confirm(question))) return 'it was not agreed to';
	given.set('stamp', stamp);
	given.set('spendProject', options.project);
	if (options.bucket !== undefined) given.set('bucket', options.bucket);
	for (const [name, value] of Object.entries(place)) given.set(`place${capitalize(name)}`, value);
	return undefined;
}

async function askEndpoint(
	family: FamilyName,
	{ options, surroundings, say, client, secrets }: Context,
	all: Sightings,
): Promise<RecordedCall[]> {
	const pasted = options.endpoints?.[family];
	if (pasted === undefined) {
		const why = `no endpoint of ${family} was given`;
		for (const name of namesOf(family)) all.skipped.set(name, why);
		return [];
	}
	const address = buildEndpointAddress({ address: pasted, family, field: 'Endpoint' });
	secrets.add(...address.secrets);
	say(`Asking ${address.label} what is assumed of ${family}.`);
	const run = new EndpointRun({ family, address, client, stop: surroundings.stop });
	await run.ask();
	for (const [name, seen] of run.seen) all.seen.set(name, seen);
	for (const [name, why] of run.skipped) all.skipped.set(name, why);
	return run.calls;
}

/** Times that requests name, at a moment in milliseconds. */
function timesOf(now: number): Record<string, string> {
	const date = new Date(now);
	const month = (offset: number): string => {
		const at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
		return toSeconds(at);
	};
	return {
		now: toSeconds(now),
		today: date.toISOString().slice(0, 10),
		month: month(0),
		longAgo: month(-3),
	};
}

function toSeconds(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
