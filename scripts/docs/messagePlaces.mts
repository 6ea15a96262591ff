/** Sections of the page of messages, in its order, by the folder or file the messages come from. */
export const SECTIONS = [
	'Credential',
	'Requests to the management API',
	'Node endpoints (JSON-RPC)',
	'Fields',
	'Files',
	'Creating and waiting',
	'Operations',
	'Trigger',
	'Anything else',
] as const;

/** Where a message can be met. */
export interface Place {
	section: (typeof SECTIONS)[number];
	/** When, in a few words. */
	when: string;
}

const CREDENTIAL = 'Credential';
const API = 'Requests to the management API';
const RPC = 'Node endpoints (JSON-RPC)';
const FIELDS = 'Fields';

/** By file of nodes/shared, or by folder. */
export const SHARED: Readonly<Record<string, Place>> = {
	http: { section: API, when: 'Any request' },
	'jsonRpc/answer.ts': { section: RPC, when: 'The endpoint does not respond as expected' },
	'jsonRpc/pastedAddress.ts': { section: RPC, when: 'The address of an endpoint is read' },
	'jsonRpc/faultReason.ts': { section: RPC, when: 'There is no connection, or it is lost' },
	'jsonRpc/finalAnswer.ts': { section: RPC, when: 'All attempts end without a response' },
	'jsonRpc/rpcReply.ts': { section: RPC, when: 'Several calls are sent in one request' },
	locators: { section: FIELDS, when: 'A list is opened in the panel' },
	parameters: { section: FIELDS, when: 'The fields of an item are read, before anything is sent' },
	'platform/answerProblem.ts': {
		section: API,
		when: 'The API reports that the request did not succeed',
	},
	'platform/authenticate.ts': {
		section: CREDENTIAL,
		when: 'The credential is used in HTTP Request',
	},
	'platform/createOrFindTraces.ts': {
		section: 'Creating and waiting',
		when: 'Something is created and the response is lost',
	},
	'platform/createOrUse.ts': {
		section: 'Creating and waiting',
		when: "'If It Already Exists' is set to Use It",
	},
	'platform/credential.ts': { section: CREDENTIAL, when: 'An operation needs the API key' },
	'readiness/credentialTest.ts': { section: CREDENTIAL, when: 'The credential is saved or tested' },
	'platform/deploymentOptions.ts': { section: API, when: 'What can be deployed is looked up' },
	'platform/exchangeProblem.ts': { section: API, when: 'A request ends without a usable response' },
	'platform/inputFile.ts': { section: 'Files', when: 'A file is read' },
	'platform/networkProblem.ts': { section: API, when: 'There is no connection, or it is lost' },
	'platform/nodeNetworks.ts': { section: API, when: 'The networks of nodes are looked up' },
	'platform/pages.ts': { section: API, when: 'A list is read page by page' },
	'platform/placement.ts': {
		section: FIELDS,
		when: 'Protocol, type, provider and region are checked, before anything is sent',
	},
	'platform/platformClient.ts': { section: API, when: 'A list is read' },
	'platform/resourceIds.ts': { section: FIELDS, when: 'An ID is checked, before anything is sent' },
	polling: { section: 'Trigger', when: 'The trigger polls' },
	'pure/httpsOnly.ts': { section: CREDENTIAL, when: 'An address is checked' },
	'pure/problem.ts': { section: 'Anything else', when: 'A bug in this package' },
	readiness: { section: RPC, when: 'The readiness of an endpoint is checked' },
	'readiness/resolveEndpoint.ts': { section: RPC, when: 'The endpoint of an item is looked up' },
	scheduler: { section: API, when: 'Any request' },
	session: { section: 'Creating and waiting', when: 'Any operation' },
	'session/binaryFiles.ts': { section: 'Files', when: 'A file of the item is read' },
	'session/waitProperties.ts': { section: FIELDS, when: 'A wait begins' },
	'session/waitRecord.ts': {
		section: 'Creating and waiting',
		when: 'A wait reaches its time limit',
	},
};

/**
 * Where the messages of a file can be met.
 * @param names display names of operations, by `<resource>/<file of the operation>`
 * @returns `undefined` for a file of nodes/shared that is in no table yet
 */
export function placeOf(file: string, names: ReadonlyMap<string, string>): Place | undefined {
	const [, node, , ...rest] = file.split('/');
	if (node === 'ChainstackTrigger') return { section: 'Trigger', when: 'The trigger polls' };
	if (node === 'Chainstack') {
		const [resource] = rest;
		const name = names.get(rest.join('/').replace(/\.ts$/, '')) ?? names.get(resource);
		const section = resource === 'jsonRpc' ? RPC : 'Operations';
		return name === undefined ? undefined : { section, when: name };
	}
	const path = file.replace('nodes/shared/', '');
	return SHARED[path] ?? SHARED[path.split('/')[0]];
}
