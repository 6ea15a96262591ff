import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { useServer, type SeenRequest } from '../fixtures/server.mts';
import { listSearch } from '../support/index.mts';

const platform = usePlatform({ pageSize: 2 });
const server = useServer(() => ({ body: [] }));
const operation = (name: string) => ['accessRule', name] as const;
const create = operation('create');
const getAll = operation('getAll');
const update = operation('update');
/** The fields that change the status of all rules of the node. */
const allTo = (status: string) => ({ nodeId, rules: 'all', updateFields: { status } });
const { polygon: node } = seedIds.nodes;
const nodeId = byId(node);
const path = `/v2/nodes/${node}/access-rules/`;

/** The rules of the node in the sandbox. */
const rulesOfNode = () =>
	platform.sandbox.state().accessRules.filter((rule) => rule.nodeId === node);

/** Creates rules and clears the requests this took. @returns their ids */
async function addRules(...rules: object[]): Promise<string[]> {
	const ids: string[] = [];
	for (const rule of rules) {
		const run = await platform.run(create, { nodeId, ...rule });
		if (run.error) throw run.error;
		ids.push(String(run.output[0].json.id));
	}
	platform.sandbox.clearRequests();
	return ids;
}

/** Method, path, query and body of what was sent, in order. */
const sent = () =>
	platform.requests().map(({ method, path: at, query, body }) => ({
		method,
		path: at,
		query,
		...(body !== undefined && { body }),
	}));

const active = { options: { activate: true } };
const ip = { type: 'ip', value: '203.0.113.10' };
const origin = { type: 'origin', value: '*.example.com' };
const hints = (run: { hints: ReadonlyArray<{ message: string }> }) =>
	run.hints.map(({ message }) => message);

describe('Node Access Rule · Create', () => {
	it('looks for an identical rule, then sends type and value', async () => {
		const run = await platform.succeed(create, { nodeId, ...ip });
		expect(sent()).toEqual([
			{ method: 'GET', path, query: { type: 'ip' } },
			{ method: 'POST', path, query: {}, body: ip },
		]);
		const [{ id }] = rulesOfNode();
		expect(id).toMatch(/^NAR-\d{3}-\d{3}-\d{3}$/);
		expect(jsons(run.output)).toMatchObject([
			{ id, node_id: node, ...ip, status: 'deactivated', alreadyExisted: false },
		]);
		expect(hints(run)).toEqual([]);
	});

	it('activates it where that is asked, and says who is locked out', async () => {
		const run = await platform.run(create, { nodeId, ...ip, ...active });
		const [{ id }] = rulesOfNode();
		expect(sent()).toEqual([
			{ method: 'GET', path, query: { type: 'ip' } },
			{ method: 'POST', path, query: {}, body: ip },
			{ method: 'PATCH', path: `${path}${id}/`, query: {}, body: { status: 'activated' } },
		]);
		expect(jsons(run.output)).toMatchObject([{ id, status: 'activated', alreadyExisted: false }]);
		expect(hints(run)).toEqual([
			expect.stringMatching(/IP rules are in force.+this n8n calls from/s),
		]);
	});

	it('is activated even if a later item fails', async () => {
		const items = [{ json: { value: ip.value } }, { json: { value: 'nonsense' } }];
		const run = await platform.run(
			create,
			{ nodeId, ...ip, value: '={{ $json.value }}', ...active },
			{ items },
		);
		expect(told(run).message).toContain('is not an IP address');
		expect(rulesOfNode()).toMatchObject([{ status: 'activated' }]);
	});

	it('says what is missing where it cannot be activated, and activates it in a second try', async () => {
		const refused = { method: 'PATCH', kind: 'status', status: 400, times: 1 } as const;
		platform.sandbox.fault(refused);
		const first = await platform.run(create, { nodeId, ...ip, ...active });
		const [{ id }] = rulesOfNode();
		expect(told(first).description).toContain(
			`The access rule ${id} was created, but is not activated. Run the node again`,
		);
		platform.sandbox.fault(refused);
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await platform.succeed(create, { nodeId, ...ip, ...active }, { node });
		expect(jsons(run.output)).toMatchObject([{ id, status: 'activated', alreadyExisted: true }]);
	});

	it('says that an activated origin rule locks out servers, n8n included', async () => {
		const run = await platform.run(create, { nodeId, ...origin, ...active });
		expect(hints(run)).toEqual([expect.stringMatching(/status 403.+no Origin.+n8n/s)]);
	});

	it('returns an identical rule instead of a second one, however its value is written', async () => {
		const ids = await addRules({ type: 'ip', value: '2001:db8::1' }, origin, ip);
		const again = [
			{ type: 'ip', value: ' 2001:0DB8:0:0::1 ' },
			{ type: 'origin', value: '*.Example.com' },
			ip,
		];
		for (const [index, rule] of again.entries()) {
			const run = await platform.run(create, { nodeId, ...rule });
			expect(jsons(run.output)).toMatchObject([
				{ id: ids[index], status: 'deactivated', alreadyExisted: true },
			]);
		}
		expect(platform.requests().every(({ method }) => method === 'GET')).toBe(true);
		expect(rulesOfNode()).toHaveLength(3);
	});

	it('activates an identical rule where that is asked, once', async () => {
		const [id] = await addRules(ip);
		for (const patches of [1, 1]) {
			const run = await platform.run(create, { nodeId, ...ip, ...active });
			expect(jsons(run.output)).toMatchObject([{ id, status: 'activated', alreadyExisted: true }]);
			expect(platform.requests().filter(({ method }) => method === 'PATCH')).toHaveLength(patches);
		}
	});

	it('creates identical rules of one run once', async () => {
		const items = [1, 2, 3].map((n) => ({ json: { n } }));
		const run = await platform.run(create, { nodeId, ...ip }, { items });
		expect(run.output.map(({ json }) => json.alreadyExisted)).toEqual([false, true, true]);
		expect(pairs(run.output)).toEqual([0, 1, 2]);
	});

	it('finds the rule whose answer was lost in a second try', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after', times: 1 });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await platform.succeed(create, { nodeId, ...ip }, { node });
		const [{ id }] = rulesOfNode();
		expect(jsons(run.output)).toMatchObject([{ id, alreadyExisted: true }]);
		expect(sent().map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
	});

	it('says that it can be repeated where it is unknown whether it was created', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'status', status: 500 });
		const run = await platform.run(create, { nodeId, ...ip });
		expect(told(run).message).toContain('The access rule may exist anyway');
		expect(told(run).description).toContain('it looks for the rule before it creates one');
	});

	it('creates it in a second try after such an end', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'status', status: 500, times: 1 });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		await platform.succeed(create, { nodeId, ...ip }, { node });
		expect(rulesOfNode()).toHaveLength(1);
	});

	it.each([
		['ip', '10.0.0.0/8', /is not an IP address: '10\.0\.0\.0\/8'/],
		['ip', '2001:db8::/32', /is not an IP address/],
		['ip', '203.0.113.256', /is not an IP address/],
		['ip', '203.0.113', /is not an IP address/],
		['ip', '0203.0.113.1', /is not an IP address/],
		['ip', 'fe80::1%eth0', /is not an IP address/],
		['ip', 'app.example.com', /is not an IP address/],
		['ip', '*', /is not an IP address/],
		['origin', 'https://app.example.com', /is not a host$/],
		['origin', 'app.example.com/path', /is not a host/],
		['origin', 'app.example.com:8443', /is not a host/],
		['origin', '*example.com', /is not a host/],
		['origin', 'a.*.example.com', /is not a host/],
		['origin', 'app..example.com', /is not a host/],
		['origin', '203.0.113.256', /is not a host/],
		['origin', `${'a'.repeat(60)}.example.com`, /has 72 characters, but at most 65 fit/],
		['ip', '  ', /'Value' is empty/],
		['host', 'app.example.com', /'host' is not a type of access rule/],
	])('sends no %s rule for %j', async (type, value, message) => {
		const run = await platform.run(create, { nodeId, type, value });
		expect(told(run).message).toMatch(message);
		expect(told(run).description).not.toBe('');
		expect(platform.requests()).toEqual([]);
	});

	it.each([
		['ip', '203.0.113.10'],
		['ip', '::1'],
		['ip', '::ffff:203.0.113.10'],
		['origin', 'app.example.com'],
		['origin', 'localhost'],
		['origin', '203.0.113.10'],
		['origin', '*.example.com'],
		['origin', '*'],
	])('sends an %s rule for %j as it is', async (type, value) => {
		server.answer = ({ method, json }) =>
			method === 'POST'
				? { status: 201, body: { id: 'NAR-1', ...(json as object) } }
				: { body: [] };
		const run = await platform.runAt(server, create, { nodeId, type, value });
		expect(jsons(run.output)).toEqual([{ id: 'NAR-1', type, value, alreadyExisted: false }]);
		expect(server.seen.at(-1)).toMatchObject({ method: 'POST', json: { type, value } });
	});

	it('says for which nodes there are rules where the service refuses', async () => {
		platform.sandbox.fault({ kind: 'status', status: 403 });
		const run = await platform.run(create, { nodeId, ...ip });
		expect(told(run).description).toContain('Access rules exist for Global Nodes on paid plans');
	});

	it('names a rule that was created and could not be activated', async () => {
		platform.sandbox.fault({ method: 'PATCH', kind: 'status', status: 403 });
		const run = await platform.run(create, { nodeId, ...ip, ...active });
		const [{ id }] = rulesOfNode();
		expect(told(run).description).toContain(`${id} was created`);
	});

	it('tells an agent in the result who is locked out', async () => {
		const result = await platform.runTool(create, { nodeId, ...origin, ...active });
		expect(JSON.stringify(result)).toContain('no Origin header');
	});
});

describe('Node Access Rule · Get Many', () => {
	it('reads every page, or up to the limit', async () => {
		const ids = await addRules(ip, origin, { type: 'ip', value: '::1' });
		const all = await platform.run(getAll, { nodeId, returnAll: true });
		expect(all.output.map(({ json }) => json.id)).toEqual(ids);
		expect(sent()).toEqual([
			{ method: 'GET', path, query: {} },
			{ method: 'GET', path, query: { page: '2' } },
		]);
		expect((await platform.run(getAll, { nodeId, limit: 1 })).output).toHaveLength(1);
	});

	it('sends the filters', async () => {
		await addRules(ip, { ...origin, ...active });
		const filters = { type: 'origin', status: 'activated' };
		const run = await platform.run(getAll, { nodeId, filters });
		expect(sent()).toEqual([{ method: 'GET', path, query: filters }]);
		expect(jsons(run.output)).toMatchObject([origin]);
	});

	it('takes a plain list for a page', async () => {
		const rules = [1, 2, 3].map((n) => ({ id: `NAR-${n}`, ...ip }));
		server.answer = () => ({ body: rules });
		expect(jsons((await platform.runAt(server, getAll, { nodeId })).output)).toEqual(rules);
		const limited = await platform.runAt(server, getAll, { nodeId, limit: 2 });
		expect(jsons(limited.output)).toEqual(rules.slice(0, 2));
	});
});

describe('Node Access Rule · Update', () => {
	it('names a rule that does not exist', async () => {
		const updateFields = { status: 'activated' };
		const run = await platform.run(update, { nodeId, ruleId: 'nar-1-2-3', updateFields });
		expect(told(run).message).toMatch(/could not find the access rule NAR-1-2-3/);
	});

	it('asks for the rule', async () => {
		const run = await platform.run(update, {
			nodeId,
			rules: "={{ 'one' }}",
			updateFields: { status: 'activated' },
		});
		expect(told(run).message).toMatch(/Access Rule/);
		expect(platform.requests()).toEqual([]);
	});

	it('sends the fields that change, and no others', async () => {
		const [ruleId] = await addRules(ip);
		for (const updateFields of [
			{ value: '203.0.113.11' },
			{ status: 'deactivated' },
			{ value: '::1', status: 'deactivated' },
		]) {
			const run = await platform.run(update, { nodeId, ruleId, updateFields });
			expect(jsons(run.output)).toMatchObject([{ id: ruleId, ...updateFields }]);
			expect(sent()).toEqual([
				{ method: 'PATCH', path: `${path}${ruleId}/`, query: {}, body: updateFields },
			]);
			platform.sandbox.clearRequests();
		}
	});

	it('says who is locked out by the rule it activates', async () => {
		const [first, web] = await addRules(ip, origin);
		const activate = async (ruleId: string) =>
			hints(await platform.run(update, { nodeId, ruleId, updateFields: { status: 'activated' } }));
		expect(await activate(first)).toEqual([expect.stringContaining('IP rules are in force')]);
		expect(await activate(web)).toEqual([expect.stringContaining('no Origin')]);
	});

	it.each([
		[{}, /contains nothing to change/],
		[{ value: '10.0.0.0/8' }, /is not an IP address or a host: '10/],
		[{ value: 'https://a.example' }, /is not an IP address or a host$/],
		[{ value: 'a b' }, /is not an IP address or a host/],
		[{ status: 'active' }, /'active' is not a valid value for 'Status'/],
		[{ status: '' }, /'Status' is empty, so nothing was sent/],
		[{ status: '', value: '203.0.113.11' }, /'Status' is empty, so nothing was sent/],
	])('sends nothing for %j', async (updateFields, message) => {
		const run = await platform.run(update, { nodeId, ruleId: 'NAR-1-2-3', updateFields });
		expect(told(run).message).toMatch(message);
		expect(platform.requests()).toEqual([]);
	});
});

describe('Node Access Rule · Update of all rules', () => {
	it.each([
		[{}, /contains nothing to change/],
		[{ status: '' }, /'Status' is empty/],
		[{ value: "={{ '203.0.113.11' }}" }, /'Value' is filled in, but 'Rules' is All of the Node/],
	])('sends nothing for %j, so that one click locks nobody out', async (updateFields, message) => {
		await addRules(ip);
		// An expression shows every field, as in the tool of an agent.
		const run = await platform.run(update, { nodeId, rules: "={{ 'all' }}", updateFields });
		expect(told(run).message).toMatch(message);
		expect(platform.requests()).toEqual([]);
	});

	it('changes all rules of the node in one request', async () => {
		const ids = await addRules(ip, origin, { type: 'ip', value: '::1' });
		const run = await platform.run(update, allTo('activated'));
		expect(sent()).toEqual([
			{
				method: 'POST',
				path: `${path}bulk-update-status/`,
				query: {},
				body: { status: 'activated' },
			},
		]);
		expect(jsons(run.output)).toMatchObject(ids.map((id) => ({ id, status: 'activated' })));
		expect(hints(run)).toEqual([
			expect.stringContaining('IP rules are in force'),
			expect.stringContaining('no Origin'),
		]);
	});

	it('is repeated after a lost answer', async () => {
		await addRules(ip);
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after', times: 1 });
		const run = await platform.run(update, allTo('deactivated'));
		expect(jsons(run.output)).toMatchObject([{ status: 'deactivated' }]);
		expect(platform.requests()).toHaveLength(2);
	});

	it('reads the rules from pages as well', async () => {
		const page = (id: string, next: string | null) => ({ body: { results: [{ id }], next } });
		server.answer = ({ method }: SeenRequest) =>
			method === 'POST' ? page('NAR-1', '?page=2') : page('NAR-2', null);
		const run = await platform.runAt(server, update, allTo('activated'));
		expect(jsons(run.output)).toEqual([{ id: 'NAR-1' }, { id: 'NAR-2' }]);
	});

	it('says when there are no rules', async () => {
		const run = await platform.run(update, allTo('activated'));
		expect(run.output).toEqual([]);
		expect(hints(run)).toEqual([`Node ${node} has no access rules, so nothing was changed.`]);
	});
});

describe('what access rules do to the checks of a node', () => {
	const check = async () =>
		(await platform.run(['jsonRpc', 'checkSync'], { endpointSource: 'node', nodeId })).output[0]
			.json;

	it('locks this n8n out within their time, and lets it in again', async () => {
		await addRules({ ...ip, ...active });
		expect(await check()).toMatchObject({ state: 'ready' });
		platform.sandbox.skipTime(10_000);
		expect(await check()).toMatchObject({
			state: 'unauthorized',
			reason: expect.stringContaining('an access rule does not admit the address') as string,
		});
		await addRules({ type: 'ip', value: '127.0.0.1', ...active });
		platform.sandbox.skipTime(10_000);
		expect(await check()).toMatchObject({ state: 'ready' });
		await addRules({ ...origin, ...active });
		platform.sandbox.skipTime(10_000);
		expect(await check()).toMatchObject({ state: 'unauthorized' });
		await platform.run(update, allTo('deactivated'));
		platform.sandbox.skipTime(10_000);
		expect(await check()).toMatchObject({ state: 'ready' });
	});
});

describe('the list of access rules in the panel', () => {
	const search = async (changes: object = {}, filter?: string) => {
		const credentials = platform.credential();
		const currentNodeParameters = {
			resource: 'accessRule',
			operation: 'update',
			nodeId,
			...changes,
		};
		return await listSearch('searchAccessRules', { credentials, currentNodeParameters, filter });
	};

	it('holds all rules of the chosen node, whatever their number, with kind and status', async () => {
		const ids = await addRules({ ...ip, ...active }, origin, { type: 'ip', value: '2001:db8::1' });
		const { results, paginationToken } = await search();
		expect(results).toEqual([
			{ name: '203.0.113.10 (IP, activated)', value: ids[0] },
			{ name: '*.example.com (origin, deactivated)', value: ids[1] },
			{ name: '2001:db8::1 (IP, deactivated)', value: ids[2] },
		]);
		expect(paginationToken).toBeUndefined();
		expect(new Set(platform.requests().map((request) => request.path))).toEqual(new Set([path]));
	});

	it('is searched by value, kind, status and ID', async () => {
		const [, second] = await addRules({ ...ip, ...active }, origin);
		const found = async (filter: string) =>
			(await search({}, filter)).results.map(({ value }) => value);
		expect(await found(' EXAMPLE.com ')).toEqual([second]);
		expect(await found('deactivated')).toEqual([second]);
		expect(await found(second.toLowerCase())).toEqual([second]);
		expect(await found('nothing like it')).toEqual([]);
	});

	it('is empty for a node without rules, and for a node chosen otherwise', async () => {
		await addRules(ip);
		const other = { __rl: true, mode: 'list', value: seedIds.nodes.ethereum };
		expect((await search({ nodeId: other })).results).toEqual([]);
	});

	it('says what is missing, and why it cannot be read', async () => {
		const none = { __rl: true, mode: 'list', value: '' };
		await expect(search({ nodeId: none })).rejects.toThrow("'Node' is empty");
		expect(platform.requests()).toEqual([]);
		platform.sandbox.fault({ path, kind: 'status', status: 401 });
		await expect(search()).rejects.toThrow(/API key/);
		platform.sandbox.clearFaults();
		platform.sandbox.fault({ path, kind: 'status', status: 403 });
		await expect(search()).rejects.toThrow(/Global Nodes/);
	});
});
