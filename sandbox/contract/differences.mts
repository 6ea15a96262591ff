import type { Flaw } from './judgeRequest.mts';
import type { Source } from './statement.mts';

/** A place where another source has the service accept what the vendor's API description does not. */
export interface Difference extends Flaw {
	/** The source that has it. */
	source: Exclude<Source, 'description'> | 'examples';
	/** What it says. */
	says: string;
}

const UPDATE_NODE = 'PATCH /v1/nodes/{id}/';
const CREATE_NETWORK = 'POST /v1/networks/';
const CREATE_NODE = 'POST /v1/nodes/';
const LIST_NETWORKS = 'GET /v1/networks/';
const LIST_NODES = 'GET /v1/nodes/';
const LIST_PINS = 'GET /v1/ipfs/pins';

const readOnly = (operation: string, says: string, ...fields: string[]): Difference[] =>
	fields.map((field) => ({
		operation,
		place: 'body',
		field,
		flaw: 'read-only',
		source: 'specification',
		says,
	}));

type List = (
	operation: string,
	place: Flaw['place'],
	says: string,
	...fields: string[]
) => Difference[];

const listWith =
	(flaw: Difference['flaw'], source: Difference['source']): List =>
	(operation, place, says, ...fields) =>
		fields.map((field) => ({ operation, place, field, flaw, source, says }));

/** Values that are sold today, or used in the vendor's own examples, and not among those that are listed. */
const unlisted = listWith('not a listed value', 'examples');

const undescribed = listWith('not described', 'pages');

const OFFER = 'the deployment options and the examples of the description have others';

/** Where the sources differ. What any of them has is accepted. */
export const DIFFERENCES: readonly Difference[] = [
	...readOnly(
		UPDATE_NODE,
		'listed as fields of the body (4.2)',
		'network',
		'type',
		'provider',
		'region',
		'details',
		'creator',
		'created_at',
	),
	...readOnly(CREATE_NETWORK, 'listed as fields of the body (4.3)', 'creator', 'created_at'),
	{
		operation: CREATE_NETWORK,
		place: 'body',
		field: 'name',
		flaw: 'missing',
		source: 'specification',
		says: 'a request for a public chain may omit it (4.3)',
	},
	...unlisted(CREATE_NETWORK, 'body', OFFER, 'protocol'),
	...unlisted(CREATE_NODE, 'body', OFFER, 'provider', 'region'),
	...unlisted(UPDATE_NODE, 'body', OFFER, 'provider', 'region'),
	...unlisted(LIST_NETWORKS, 'query', OFFER, 'protocol', 'public_network'),
	...unlisted(LIST_NODES, 'query', OFFER, 'protocol', 'public_network', 'provider', 'region'),
	...undescribed(
		LIST_PINS,
		'query',
		'one object of parameters in the description, these are its members',
		'bucket_id',
		'folder_id',
		'q',
		'sort',
		'offset',
		'limit',
	),
	...undescribed('POST /v1/ipfs/pins/pinfile', 'body', 'the official tutorials send it', 'title'),
	...undescribed('POST /v1/ipfs/pins/pinfiles', 'body', 'the official tutorials send it', 'title'),
	{
		operation: 'GET /v2/nodes/{node_id}/access-rules/',
		place: 'query',
		field: 'page',
		flaw: 'not described',
		source: 'assumed',
		says: 'whether the rules come in pages is not stated; where they do, next asks for one so',
	},
];
