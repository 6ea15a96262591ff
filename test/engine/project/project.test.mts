import { describe, expect, it } from 'vitest';
import { byId, jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';

const platform = usePlatform({ pageSize: 2 });
const operation = (name: string) => ['project', name] as const;
const create = operation('create');
const remove = operation('delete');
const getAll = operation('getAll');
const update = operation('update');
const main = 'PR-123-456-789';
const staging = 'PR-222-333-444';
const project = byId(main);

/** Adds projects to the sandbox and clears the requests this took. */
async function addProjects(count: number): Promise<void> {
	const run = await platform.run(
		create,
		{ name: '={{ "p" + $json.n }}' },
		{ items: numbered(count) },
	);
	if (run.error) throw run.error;
	platform.sandbox.clearRequests();
}

const names = (items: ReadonlyArray<{ json: object }>): unknown[] =>
	items.map(({ json }) => (json as { name?: unknown }).name);

describe('Project · Create', () => {
	it('sends only the name and outputs the project', async () => {
		const run = await platform.succeed(create, { name: 'New' });
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'POST', path: '/v2/projects/', query: {} });
		expect(request.body).toEqual({ name: 'New' });
		const { id } = platform.sandbox.state().projects.at(-1) ?? {};
		expect(jsons(run.output)).toMatchObject([{ id, name: 'New', description: '', type: 'public' }]);
	});

	it('searches for the project when it is unknown whether it was created', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after' });
		const run = await platform.run(create, { name: 'New' });
		const { id } = platform.sandbox.state().projects.at(-1) ?? {};
		expect(told(run).message).toContain('The project may exist anyway');
		expect(told(run).description).toContain(`${id} was created`);
		const [post, search, ...others] = platform.requests();
		expect(post.method).toBe('POST');
		expect(search).toMatchObject({
			method: 'GET',
			path: '/v2/projects/',
			query: { name: 'New', order_by: '-created_at' },
		});
		expect(others).toEqual([]);
	});
});

describe('Project · Delete', () => {
	it('deletes the project and says so', async () => {
		await addProjects(1);
		const id = platform.sandbox.state().projects.at(-1)?.id;
		const run = await platform.run(remove, { project: id });
		expect(jsons(run.output)).toEqual([{ deleted: true, id }]);
		expect(platform.requests()).toMatchObject([
			{ method: 'DELETE', path: `/v2/projects/${id}/`, status: 204 },
		]);
		expect(platform.sandbox.state().projects.map((each) => each.id)).toEqual([main, staging]);
	});

	it('shows why the service does not delete it', async () => {
		const run = await platform.run(remove, { project });
		expect(told(run).message).toContain('Delete the networks and nodes of the project first');
		expect(told(run).description).toMatch(/^Delete its nodes and networks first/);
		expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
	});
});

describe('Project · Get Many', () => {
	it('reads up to the limit, and no page beyond it', async () => {
		await addProjects(6);
		const run = await platform.run(getAll, { limit: 3 });
		expect(names(run.output)).toEqual(['Production', 'Staging', 'p0']);
		expect(pairs(run.output)).toEqual([0, 0, 0]);
		expect(platform.requests()).toMatchObject([
			{ method: 'GET', path: '/v2/projects/', query: {} },
			{ method: 'GET', path: '/v2/projects/', query: { page: '2' } },
		]);
	});

	it.each([
		['-name', ['Staging', 'Production']],
		['name', ['Production', 'Staging']],
	])('sorts by %s', async (sort, expected) => {
		const run = await platform.run(getAll, { sort });
		expect(names(run.output)).toEqual(expected);
		expect(platform.requests()[0].query).toEqual({ order_by: sort });
	});

	it('sends every filter', async () => {
		const filters = { name: 'Staging', organization: 'RG-123-456', type: 'public' };
		const run = await platform.run(getAll, { filters });
		expect(names(run.output)).toEqual(['Staging']);
		expect(platform.requests()[0].query).toEqual(filters);
	});

	it('refuses an ID of another kind as organization', async () => {
		const run = await platform.run(getAll, { filters: { organization: 'PR-1-2-3' } });
		expect(told(run).message).toContain("'PR-1-2-3' is the ID of a project, not of");
		expect(platform.requests()).toEqual([]);
	});
});

describe('Project · Update', () => {
	it.each([
		[{ name: 'Renamed' }, { name: 'Renamed' }],
		[{ description: 'About' }, { description: 'About' }],
		[{ description: '' }, { description: '' }],
		[{ name: '', description: 'About' }, { description: 'About' }],
		[
			{ name: 'Renamed', description: 'About' },
			{ name: 'Renamed', description: 'About' },
		],
	])('sends %o', async (updateFields, body) => {
		const run = await platform.succeed(update, { project, updateFields });
		const [request, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'PATCH', path: `/v2/projects/${main}/`, body });
		expect(Object.keys(request.body as object)).toEqual(Object.keys(body));
		expect(jsons(run.output)).toMatchObject([{ id: main, ...body }]);
	});

	it.each([[{}], [{ name: '' }], [{ name: '  ' }]])('refuses %o', async (updateFields) => {
		const run = await platform.run(update, { project, updateFields });
		expect(told(run).message).toBe(
			"'Update Fields' contains nothing to change, so nothing was sent",
		);
		expect(platform.requests()).toEqual([]);
	});
});
