import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeApiError, NodeOperationError, type OnError } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	binaryItem,
	listSearch,
	loadOptions,
	readBinary,
	runNode,
	runTool,
	runWorkflow,
	testCredential,
	type NodeRunOptions,
} from '../support/index.mts';
import { probeType, writeProbePackage } from '../support/fixtureNodes.mts';

const packages = [writeProbePackage()];
const items = [{ json: { id: 1 } }, { json: { id: 2 } }];
const success = { ok: true };

function runProbe(options: NodeRunOptions) {
	return runNode({ packages, items, ...options, node: { type: probeType, ...options.node } });
}

function jsons(list: ReadonlyArray<{ json: object }>) {
	return list.map(({ json }) => json);
}

describe('how n8n treats a failed item', () => {
	const error = 'it failed';
	const rows = [
		{ shape: 'X', tries: 3, branch: 'error', regular: { error }, seen: { id: 1, error } },
		{ shape: 'Y NodeApiError', tries: 1, branch: 'error', regular: { error }, seen: { error } },
		{
			shape: 'Y NodeOperationError',
			tries: 1,
			branch: 'error',
			regular: { error },
			seen: { error },
		},
		{ shape: 'Y with json', tries: 1, branch: 'error', regular: { error }, seen: { error } },
		{ shape: 'X with input', tries: 3, branch: 'success', regular: { id: 1, error } },
		{ shape: 'X with httpCode', tries: 3, branch: 'success', regular: { error, httpCode: 404 } },
	];
	const emit = (shape: string, onError: OnError) =>
		runProbe({
			parameters: { shapes: `${shape},success` },
			node: { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

	it.each(rows)('$shape, On Error = Continue', async ({ shape, tries, regular }) => {
		const run = await emit(shape, 'continueRegularOutput');
		expect(jsons(run.output)).toEqual([regular, success]);
		expect(run.staticData.tries).toBe(tries);
		expect(run.status).toBe('success');
	});

	it.each(rows)('$shape, error output', async ({ shape, tries, branch, regular, seen }) => {
		const run = await emit(shape, 'continueErrorOutput');
		expect(jsons(run.output)).toEqual(branch === 'error' ? [success] : [regular, success]);
		expect(jsons(run.errorOutput)).toEqual(branch === 'error' ? [seen] : []);
		expect(run.staticData.tries).toBe(tries);
	});

	it('keeps pairing on both branches', async () => {
		const run = await emit('X', 'continueErrorOutput');
		expect(run.errorOutput[0].pairedItem).toEqual({ item: 0 });
		expect(run.output[0].pairedItem).toEqual({ item: 1 });
	});

	it.each(['Y NodeApiError', 'Y NodeOperationError'])('%s keeps its description', async (shape) => {
		const run = await emit(shape, 'continueErrorOutput');
		const kept = run.errorOutput[0].error;
		const type = shape.endsWith('NodeApiError') ? NodeApiError : NodeOperationError;
		expect(kept).toBeInstanceOf(type);
		const saved = JSON.parse(JSON.stringify(kept)) as object;
		expect(saved).toMatchObject({ name: type.name, message: error, description: 'how to go on' });
		expect(saved).toMatchObject({ context: { itemIndex: 0 } });
	});
});

describe('a node that throws', () => {
	it('loses all output under Stop', async () => {
		const run = await runProbe({ parameters: { act: 'throw' } });
		expect(run.status).toBe('error');
		expect(run.output).toEqual([]);
		expect(run.error).toMatchObject({
			name: 'NodeOperationError',
			message: 'it failed',
			description: 'how to go on',
			context: { itemIndex: 1 },
		});
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'passes its input on as success under %s',
		async (onError) => {
			const run = await runProbe({ parameters: { act: 'throw' }, node: { onError } });
			expect(run.status).toBe('success');
			expect(jsons(run.output)).toEqual([{ id: 1 }, { id: 2 }]);
			expect(run.errorOutput).toEqual([]);
			expect(run.error?.message).toBe('it failed');
		},
	);

	it('finds in getContext what it stored there in earlier tries', async () => {
		const run = await runProbe({
			parameters: { act: 'remember' },
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(jsons(run.output)).toEqual([{ seen: 3 }]);
	});

	it('ends as a failed run when a required parameter is missing', async () => {
		const run = await runProbe({ parameters: { act: 'needy' } });
		expect(run.status).toBe('error');
		expect(run.error?.message).toContain('issues');
		expect(run.task).toBeUndefined();
	});
});

describe('cancellation', () => {
	it.each(['abortAfterMs', 'abortSignal'])('reaches the node (%s)', async (how) => {
		const abort =
			how === 'abortAfterMs' ? { abortAfterMs: 50 } : { abortSignal: AbortSignal.timeout(50) };
		const run = await runProbe({ parameters: { act: 'wait' }, ...abort });
		expect(run.status).toBe('canceled');
		expect(run.error?.name).toBe('ManualExecutionCancelledError');
		expect(run.staticData.sawAbort).toBe(true);
		expect(run.output).toHaveLength(1);
		expect(Object.keys(run.run.data.resultData.runData)).not.toContain('Success');
	});

	it('does not keep Retry On Fail from running the node again, with the signal already fired', async () => {
		const run = await runProbe({
			parameters: { act: 'wait', value: 'stopped' },
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			abortAfterMs: 50,
		});
		expect(run.staticData).toEqual({ tries: 3, sawAbort: 'before' });
		expect(run.error?.message).toBe('stopped');
	});
});

describe('requests', () => {
	let server: Server;
	let url = '';

	beforeAll(async () => {
		server = createServer(({ headers }, response) => {
			response.setHeader('content-type', 'application/json');
			if (headers.key === 'wrong') response.statusCode = 401;
			response.end(JSON.stringify({ authorization: headers.authorization ?? null }));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	});
	afterAll(() => server.close());

	it("pass through the credential's authenticate", async () => {
		const credentials = { probeApi: { key: 'secret-key' } };
		const run = await runProbe({ parameters: { act: 'request', url }, credentials });
		expect(jsons(run.output)).toEqual([
			{ plain: { authorization: null }, authenticated: { authorization: 'secret-key' } },
		]);
		expect(run.text()).toContain('secret-key');
	});

	it('carry what authenticate throws to the node as NodeApiError', async () => {
		const credentials = { probeApi: { key: '' } };
		const run = await runProbe({ parameters: { act: 'request', url }, credentials });
		expect(run.error).toMatchObject({ name: 'NodeApiError', message: 'There is no key' });
	});

	it('test a credential with defaults filled in', async () => {
		expect(await testCredential('probeApi', { url, key: 'right' }, { packages })).toEqual({
			status: 'OK',
			message: 'HTTP 200, optional is by default',
		});
		const wrong = await testCredential('probeApi', { url, key: 'wrong' }, { packages });
		expect(wrong.status).toBe('Error');
	});
});

describe('items and parameters', () => {
	it('resolves expressions per item', async () => {
		const run = await runProbe({
			parameters: { act: 'show', value: "={{ $json.id * 2 + ' of ' + $('Items').item.json.id }}" },
		});
		expect(jsons(run.output)).toMatchObject([{ value: '2 of 1' }, { value: '4 of 2' }]);
	});

	it.each(['default', 'filesystem'] as const)('carries binaries (%s)', async (binaryMode) => {
		const files = { data: { content: 'a,b', fileName: 'list.csv', mimeType: 'text/csv' } };
		const run = await runProbe({
			items: [binaryItem({}, files)],
			parameters: { act: 'read' },
			binaryMode,
		});
		const hasId = binaryMode === 'filesystem';
		expect(jsons(run.output)).toEqual([{ content: 'a,b', fileName: 'list.csv', hasId }]);
		const copy = run.output[0].binary?.copy;
		expect(copy && (await readBinary(copy)).toString()).toBe('a,b!');
	});

	it('collects hints and log lines', async () => {
		const run = await runProbe({ parameters: { act: 'show' } });
		expect(run.hints).toEqual([{ message: 'a hint', location: 'outputPane' }]);
		expect(run.logText()).toContain('in-the-log');
		expect(run.text()).not.toContain('in-the-log');
	});

	it('has in text() what n8n would not save', async () => {
		const run = await runProbe({ parameters: { act: 'hide' } });
		expect(run.savedText()).toContain('it failed');
		expect(run.savedText()).not.toContain('in-the-cause');
		expect(run.text()).toContain('in-the-cause');
	});

	it('fills dropdowns and lists', async () => {
		const currentNodeParameters = { nodes: { node: [{ provider: 'aws' }, { provider: 'azure' }] } };
		const nodeType = probeType;
		expect(
			await loadOptions('getRegions', {
				packages,
				nodeType,
				path: 'parameters.nodes.node[1].region',
				currentNodeParameters,
			}),
		).toEqual([{ name: 'azure', value: 'azure' }]);
		const credentials = { probeApi: { key: '-key' } };
		const found = await listSearch('searchThings', {
			packages,
			nodeType,
			credentials,
			filter: 'x',
		});
		expect(found.results).toEqual([{ name: 'x-key', value: 1 }]);
	});
});

describe('as an AI tool', () => {
	const node = { type: `${probeType}Tool` };

	it('answers each call of an agent', async () => {
		const run = await runTool({
			packages,
			node,
			parameters: { act: 'show', value: "={{ $fromAI('what', '', 'string') }}" },
			calls: [{ what: 'one' }, { what: 'two' }],
		});
		expect(run.status).toBe('success');
		expect(run.answers.map(jsons)).toEqual([
			[{ value: 'one', type: node.type }],
			[{ value: 'two', type: node.type }],
		]);
	});

	it('gives the agent the message of the error it throws', async () => {
		const run = await runTool({ packages, node, parameters: { act: 'throw' } });
		expect(run.answers.map(jsons)).toEqual([[{ error: 'it failed' }]]);
	});
});

describe('whole workflows', () => {
	const to = (node: string, index = 0) => [{ node, type: 'main', index }];

	it('run from a schedule through stand-ins for If, Edit Fields, Code and Merge', async () => {
		const filter = (leftValue: string) => ({
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{
					id: '1',
					leftValue,
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
		});
		const run = await runWorkflow(
			{
				nodes: [
					{ name: 'Schedule', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2 },
					{
						name: 'List',
						type: 'n8n-nodes-base.code',
						typeVersion: 2,
						parameters: { jsCode: 'return [1, 2, 3].map((id) => ({ json: { id } }));' },
					},
					{
						name: 'Odd?',
						type: 'n8n-nodes-base.if',
						typeVersion: 2.2,
						parameters: { conditions: filter('={{ $json.id % 2 === 1 }}') },
					},
					{
						name: 'Mark',
						type: 'n8n-nodes-base.set',
						typeVersion: 3.4,
						parameters: {
							assignments: {
								assignments: [
									{
										id: '1',
										name: 'deep.odd',
										type: 'boolean',
										value: '={{ $json.id % 2 === 1 }}',
									},
								],
							},
							includeOtherFields: true,
							options: {},
						},
					},
					{ name: 'Wait', type: 'n8n-nodes-base.wait', parameters: { amount: 5, unit: 'minutes' } },
					{ name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3 },
					{ name: 'Note', type: 'n8n-nodes-base.stickyNote', parameters: { content: 'x' } },
				],
				connections: {
					Schedule: { main: [to('List')] },
					List: { main: [to('Odd?')] },
					'Odd?': { main: [to('Mark'), to('Wait')] },
					Mark: { main: [to('Merge')] },
					Wait: { main: [to('Merge', 1)] },
				},
			},
			{ packages },
		);
		expect(run.error).toBeUndefined();
		expect(run.executed).toEqual(['Schedule', 'List', 'Odd?', 'Mark', 'Wait', 'Merge']);
		expect(jsons(run.items('Odd?', 1))).toEqual([{ id: 2 }]);
		expect(jsons(run.items('Merge'))).toEqual([
			{ id: 1, deep: { odd: true } },
			{ id: 3, deep: { odd: true } },
			{ id: 2 },
		]);
	});

	it('start with what a form received', async () => {
		const run = await runWorkflow(
			{
				nodes: [
					{ name: 'Form', type: 'n8n-nodes-base.formTrigger', typeVersion: 2.2 },
					{ name: 'Probe', type: probeType, parameters: { act: 'read' } },
				],
				connections: { Form: { main: [to('Probe')] } },
			},
			{
				packages,
				binaryMode: 'filesystem',
				triggerItems: [binaryItem({ name: 'x' }, { data: { content: 'uploaded' } })],
			},
		);
		expect(jsons(run.items('Probe'))).toMatchObject([{ content: 'uploaded', hasId: true }]);
	});
});
