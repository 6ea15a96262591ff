import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readCredential, type ChainstackCredential } from '../platform/credential';
import { asProblem, type Problem } from '../pure/problem';
import type { Operation } from './operation';
import { runSettings, type RunSettings } from './patience';
import { Session } from './tools';

/** A session, and what is wrong with the run as a whole, if anything. */
export interface OpenedSession {
	session: Session;
	/** The problem of every item; thrown, it would make n8n pass the input on as success. */
	problem?: Problem;
}

/** Reads the credential and the settings of a run. Never throws. */
export async function openSession(
	context: IExecuteFunctions,
	{ limits }: Pick<Operation, 'limits'>,
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
