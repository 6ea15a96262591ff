import type { IDataObject } from 'n8n-workflow';

import { readNetworkOfNode, explainNotServed } from '../endpoints/nodeFacts';
import {
	readEndpointOfNode,
	buildEndpoints,
	resolveEndpoint,
	readPathChoice,
	type PathOptions,
	type ResolvedEndpoint,
} from '../endpoints/resolveEndpoint';
import { listChosenNodes } from '../fields/nodeRows';
import type { endpointsProperties } from '../fields/severalEndpoints';
import { checkId } from '../managementApi/resourceIds';
import type { OperationContext } from '../run/operationContext';
import { toProblem, Cancelled, Problem } from '../text/problem';
import type { ValuesOf } from '../values/field';
import { listEndpoints, type Candidate } from './attempt';
import { EndpointRecord } from './endpointRecord';

type Values = Readonly<ValuesOf<typeof endpointsProperties>>;

/**
 * Finds the endpoints that an item specifies, each once, in their order of preference.
 * @throws Problem when there are none, or an address or ID is unusable
 */
export async function resolveEndpoints(
	values: Values,
	options: PathOptions,
	context: OperationContext,
): Promise<Candidate[]> {
	const all = await resolveListed(values, options, context);
	const byKey = new Map<string, Candidate>();
	for (const resolved of all) {
		const candidate = makeCandidate(resolved, context);
		if (!byKey.has(candidate.key)) byKey.set(candidate.key, candidate);
	}
	const candidates = [...byKey.values()];
	if (candidates.length < all.length)
		context.hint('The same endpoint is given more than once; it counts once.');
	const families = new Set(listEndpoints(candidates).map(({ family }) => family));
	if (families.size > 1)
		throw new Problem(`The endpoints use different protocols: ${[...families].join(', ')}`, {
			hint: "Give only endpoints of one chain, or set 'Protocol' in the options",
		});
	return candidates;
}

function makeCandidate(resolved: ResolvedEndpoint, { session }: OperationContext): Candidate {
	const { nodeId = '' } = resolved;
	const endpoint = 'endpoint' in resolved ? resolved.endpoint : undefined;
	// Two logins at one address are two endpoints.
	const key = `${endpoint?.url ?? nodeId} ${endpoint?.basic ?? ''}`;
	return {
		resolved,
		key,
		label: endpoint?.label ?? nodeId,
		record: session.remember(`record ${key}`, () => new EndpointRecord()),
	};
}

async function resolveListed(
	values: Values,
	options: PathOptions,
	context: OperationContext,
): Promise<ResolvedEndpoint[]> {
	const { endpoints: kind, addresses, networkId, project } = values;
	if (kind === 'nodes') return await resolveNodes(listChosenNodes(values), options, context);
	if (kind !== 'addresses')
		return await findRunningNodes(kind, kind === 'network' ? networkId : project, options, context);
	const built = buildEndpoints(addresses, readPathChoice(options), context);
	return built.map((endpoint) => ({ endpoint }));
}

/** A node that cannot be looked up is one endpoint that does not answer. */
async function resolveNodes(
	given: readonly string[],
	options: PathOptions,
	context: OperationContext,
): Promise<ResolvedEndpoint[]> {
	if (given.length === 0)
		throw new Problem('No node is chosen, so there is no endpoint to call', {
			hint: "Add nodes, enter node IDs (Node, Get Many lists them), or set 'Endpoints' to Running Nodes of a Network",
		});
	const ids = given.map((id) => checkId(id, 'node', 'Node IDs'));
	const found = await Promise.all(
		ids.map(async (nodeId) => {
			const source = { endpointSource: 'node', nodeId, url: '' } as const;
			return await resolveEndpoint(source, options, context).catch(toProblem);
		}),
	);
	const problems = found.filter((each) => each instanceof Problem);
	const fatal = problems.find((each) => each instanceof Cancelled);
	if (fatal !== undefined || problems.length === ids.length) throw fatal ?? problems[0];
	return found.map((each, index) =>
		each instanceof Problem ? { nodeId: ids[index], absent: each.message } : each,
	);
}

async function findRunningNodes(
	kind: 'network' | 'project',
	given: string,
	options: PathOptions,
	context: OperationContext,
): Promise<ResolvedEndpoint[]> {
	const id = checkId(given, kind);
	const listed = await context.once(`running nodes of ${id}`, async (shared) => {
		const nodes: IDataObject[] = [];
		for await (const node of shared.api.list('/v1/nodes/', { [kind]: id }))
			if (node.status === 'running') nodes.push(node);
		return await Promise.all(
			nodes.map(async (node) => ({ node, network: await readNetworkOfNode(node, shared) })),
		);
	});
	const choice = readPathChoice(options);
	const served = listed.filter(
		({ network }) => choice.family !== undefined || explainNotServed(network) === undefined,
	);
	if (served.length === 0)
		throw new Problem(`There is no endpoint to call: no node of the ${kind} ${id} is running`, {
			hint: 'Choose another one, or wait until a node is running',
		});
	return served.map(({ node, network }) => readEndpointOfNode(node, network, choice, context));
}
