import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, usePlatform, type OperationName } from '../fixtures/platform.mts';

const platform = usePlatform({ deployMs: 1 });

/** A field of the specification: where the panel has it, what is filled in, and where and as what it is sent. */
interface Field {
	path: string;
	value: unknown;
	sent: string;
	as?: unknown;
}

const { networks, nodes, projects, bucket, folders } = seedIds;
const creator = '{"email":"jane@example.com"}';
const time = '2026-11-20T10:00:00Z';

/** The requests of the specification with all of their fields (4.1 to 4.5). */
const REQUESTS: Array<{ operation: OperationName; fixed?: IDataObject; fields: Field[] }> = [
	{
		operation: ['ipfs', 'pinFolder'],
		fields: [
			{ path: 'bucketId', value: bucket, sent: 'bucket_id' },
			{ path: 'folderId', value: folders.pictures, sent: 'folder_id' },
		],
	},
	{
		operation: ['node', 'update'],
		fixed: { nodeId: byId(nodes.ethereum) },
		fields: [
			{ path: 'name', value: 'Renamed', sent: 'name' },
			{ path: 'otherFields.network', value: networks.ethereum, sent: 'network' },
			{ path: 'otherFields.type', value: 'dedicated', sent: 'type' },
			{ path: 'otherFields.provider', value: 'azure', sent: 'provider' },
			{ path: 'otherFields.region', value: 'uksouth', sent: 'region' },
			{
				path: 'otherFields.details',
				value: '{"mode":"full"}',
				sent: 'details',
				as: { mode: 'full' },
			},
			{ path: 'otherFields.creator', value: creator, sent: 'creator', as: JSON.parse(creator) },
			{ path: 'otherFields.createdAt', value: time, sent: 'created_at' },
		],
	},
	{
		operation: ['network', 'create'],
		fields: [
			{ path: 'name', value: 'Mine', sent: 'name' },
			{ path: 'project.value', value: projects.main, sent: 'project' },
			{ path: 'protocol', value: 'ethereum', sent: 'protocol' },
			{ path: 'chainNetwork.value', value: 'ethereum-mainnet', sent: 'configuration.network' },
			{ path: 'options.creator', value: creator, sent: 'creator', as: JSON.parse(creator) },
			{ path: 'options.createdAt', value: time, sent: 'created_at' },
			{ path: 'nodes.node.0.name', value: 'First', sent: 'nodes.0.name' },
			{ path: 'nodes.node.0.type', value: 'dedicated', sent: 'nodes.0.type' },
			{ path: 'nodes.node.0.provider', value: 'vzo', sent: 'nodes.0.provider' },
			{ path: 'nodes.node.0.region', value: 'eu3', sent: 'nodes.0.region' },
			{ path: 'nodes.node.0.options.role', value: 'peer', sent: 'nodes.0.role' },
			{
				path: 'nodes.node.0.options.configuration',
				value: '{"archive":true}',
				sent: 'nodes.0.configuration',
				as: { archive: true },
			},
		],
	},
	{
		operation: ['jsonRpc', 'checkSync'],
		fixed: { endpointSource: 'credential' },
		fields: [{ path: 'options.requestId', value: 7, sent: 'id' }],
	},
];

/** Sets a value deep inside; a number in the path is an index. */
function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
	const names = path.split('.');
	const last = names.pop() ?? '';
	let at: Record<string, unknown> = target;
	for (const [index, name] of names.entries()) {
		at[name] ??= /^\d+$/.test(names[index + 1] ?? last) ? [] : {};
		at = at[name] as Record<string, unknown>;
	}
	if (last === 'value') Object.assign(at, { __rl: true, mode: 'id' });
	at[last] = value;
}

function readAt(source: unknown, path: string): unknown {
	let at = source;
	for (const name of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[name];
	return at;
}

/** The parameters, each field as `write` has it. */
function fill(
	{ fixed, fields }: (typeof REQUESTS)[number],
	write: (field: Field, index: number) => unknown,
): IDataObject {
	const parameters: Record<string, unknown> = structuredClone(fixed ?? {});
	for (const [index, field] of fields.entries()) setAt(parameters, field.path, write(field, index));
	return parameters as IDataObject;
}

/** Expects that the last request which was not a look-up carried every field. */
function expectSent({ fields }: (typeof REQUESTS)[number]): void {
	const request = platform.requests().findLast(({ method }) => method !== 'GET');
	const parts = (request?.parts ?? []).map((part) => [part.name, 'value' in part && part.value]);
	const body = (request?.body ?? Object.fromEntries(parts)) as unknown;
	for (const { sent, value, as = value } of fields) {
		const found = readAt(body, sent);
		if (sent === 'created_at') expect(Date.parse(String(found)), sent).toBe(Date.parse(time));
		else expect(found, sent).toEqual(as);
	}
}

describe.each(REQUESTS)('every field of the specification of $operation', (request) => {
	const { operation, fields } = request;
	const json = Object.fromEntries(
		fields.map(({ value }, index) => [`field${index}`, value]),
	) as IDataObject;

	it('is reached in the panel', async () => {
		await platform.succeed(
			operation,
			fill(request, ({ value }) => value),
		);
		expectSent(request);
	});

	it('is reached by expression', async () => {
		const parameters = fill(request, (_, index) => `={{ $json.field${index} }}`);
		await platform.succeed(operation, parameters, { items: [{ json }] });
		expectSent(request);
	});

	it('is reached as the tool of an agent', async () => {
		const parameters = fill(
			request,
			({ value }, index) => `={{ $fromAI('field${index}', '', '${typeof value}') }}`,
		);
		const fixed = operation[0] === 'jsonRpc' ? { endpointSource: 'credential' } : {};
		const run = await platform.runTool(operation, { ...fixed, ...parameters }, [json]);
		expect(run.error).toBeUndefined();
		expectSent(request);
	});
});
