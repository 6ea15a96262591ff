import type { SandboxState } from '../../sandbox/start.mts';
import { told } from '../engine/fixtures/platform.mts';
import type { EndedRun } from './invariants.mts';
import { outcomesOf } from './outcomes.mts';
import type { Made } from './plans.mts';

/** How a message says that something was, or may have been, created although the item failed. */
const LEFT_BEHIND = /may exist anyway|was created/;

/** @returns the objects of a kind by ID, with what identifies the item they were created for */
export function objectsOf(state: SandboxState, kind: Made): Map<string, string> {
	switch (kind) {
		case 'faucet':
			return new Map(state.faucet.map((transfer, index) => [String(index), transfer.address]));
		case 'pins':
			return new Map(state.pins.map(({ id, title }) => [id, title]));
		default:
			return new Map(state[kind].map(({ id, name }) => [id, name]));
	}
}

/** Checks that all that was created is reported or said to exist perhaps, and nothing was created twice. */
export function unaccounted(ended: EndedRun): string[] {
	const { makes } = ended.scenario.plan;
	if (makes === undefined) return [];
	const earlier = objectsOf(ended.before, makes);
	const made = [...objectsOf(ended.after, makes)].filter(([id]) => !earlier.has(id));
	if (ended.run.status !== 'success') return unnamed(ended, made, makes);
	return makes === 'faucet' ? miscounted(ended, made.length) : unreported(ended, new Map(made));
}

/** The message of a run that stopped names what it created, except what could not be determined. */
function unnamed({ run }: EndedRun, made: Array<[string, string]>, makes: Made): string[] {
	const { message, description } = told(run);
	const said = `${message} ${description}`;
	const namedBy = makes === 'faucet' ? 1 : 0;
	const missing = made.filter((object) => !said.includes(object[namedBy]));
	const tolerated = LEFT_BEHIND.test(said) ? 1 : 0;
	return missing.length > tolerated
		? [`made, but not named: ${missing.map(([id]) => id).join(', ')}; said: ${said}`]
		: [];
}

/** Transfers of a faucet have no ID. */
function miscounted({ scenario, run }: EndedRun, made: number): string[] {
	const outcomes = outcomesOf(scenario, run);
	const successes = outcomes.filter(({ failure }) => failure === undefined).length;
	const unclear = outcomes.filter(({ failure = '' }) => LEFT_BEHIND.test(failure)).length;
	return made >= successes && made <= successes + unclear
		? []
		: [`${made} transfers for ${successes} successes and ${unclear} unclear ones`];
}

function unreported({ scenario, run }: EndedRun, made: Map<string, string>): string[] {
	const wrong: string[] = [];
	const unclear = new Set<string>();
	const reported = new Set<string>();
	for (const [index, { failure, records }] of outcomesOf(scenario, run).entries()) {
		if (failure !== undefined && LEFT_BEHIND.test(failure))
			unclear.add(String(scenario.items[index].json.name));
		for (const { json } of records.filter((record) => record.json.alreadyExisted !== true)) {
			const id = String(json.id);
			if (reported.has(id)) wrong.push(`${id} is reported twice`);
			if (!made.has(id)) wrong.push(`${id} is reported, but was not made`);
			reported.add(id);
		}
	}
	for (const [id, name] of made) {
		if (!reported.has(id) && !unclear.has(name)) wrong.push(`${id} (${name}) is not accounted for`);
	}
	const names = [...made.values()];
	for (const name of new Set(names)) {
		const count = names.filter((each) => each === name).length;
		// A request that was abandoned may still be processed after the next item has searched for it.
		const isLate = scenario.parameters.ifExists === 'use' && unclear.has(name);
		if (count > 1 && !isLate) wrong.push(`${name} was made ${count} times`);
	}
	return wrong;
}
