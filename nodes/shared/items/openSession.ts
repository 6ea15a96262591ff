import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { GateLimits } from '../http/originGate';
import { readCredential, type ChainstackCredential } from '../platform/credential';
import { asProblem, type Problem } from '../pure/problem';
import type { Operation } from './operation';
import {
	CREATE_LIMITS,
	PLATFORM_LIMITS,
	RPC_LIMITS,
	runSettings,
	type RunSettings,
} from './requestOptions';
import { Session } from './tools';

/** A session, and what is wrong with the run as a whole, if anything. */
export interface OpenedSession {
	session: Session;
	/** The problem of every item; thrown, it would make n8n pass the input on as success. */
	problem?: Problem;
}

/** @returns how many requests of an operation may be under way at once unless the user chooses otherwise */
export function limitsOf({
	properties,
	effect,
}: Pick<Operation, 'properties' | 'effect'>): GateLimits {
	if (properties.some(({ name }) => name === 'endpointSource')) return RPC_LIMITS;
	return effect === 'creates' ? CREATE_LIMITS : PLATFORM_LIMITS;
}

/** Reads the credential and the settings of a run. Never throws. */
export async function openSession(
	context: IExecuteFunctions,
	limits: GateLimits,
	isTool: boolean,
): Promise<OpenedSession> {
	const node = context.getNode();
	let problem: Problem | undefined;
	let settings: RunSettings = runSettings({}, limits);
	let credential: ChainstackCredential | undefined;
	try {
		settings = runSettings((node.parameters.options ?? {}) as IDataObject, limits);
	} catch (error) {
		problem = asProblem(error);
	}
	try {
		credential = await readCredential(context);
	} catch (error) {
		problem ??= asProblem(error);
	}
	return { session: new Session(context, node, credential, settings, isTool), problem };
}
