import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/Chainstack/resources';
import { exampleInputs, MADE } from '../../../scripts/docs/exampleInputs.mts';
import { byId, jsons, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';
import { runTool } from '../support/index.mts';

const platform = usePlatform({ pageSize: 100 });
const refusing = useServer(() => ({ status: 400, body: { error: { message: LONG.repeat(50) } } }));

let origin = '';

/** Passes requests on to the platform and to its nodes, and makes what comes back huge. */
const proxy = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		void (async () => {
			const { method = '', url = '', headers } = request;
			const isPlatform = /^\/v[12]\//.test(url);
			const { sandbox } = platform;
			const reply = await fetch(`${isPlatform ? sandbox.url : sandbox.nodeEndpoint}${url}`, {
				method,
				headers: {
					'content-type': headers['content-type'] ?? 'application/json',
					...(headers.authorization && { authorization: headers.authorization }),
				},
				body: method === 'GET' || method === 'DELETE' ? undefined : Buffer.concat(chunks),
			});
			const text = (await reply.text()).replaceAll(sandbox.nodeEndpoint, origin);
			response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
			response.end(reply.ok ? inflated(text) : text);
		})();
	});
});

const MANY = 200;
const LONG = 'long '.repeat(800);
/** Fields of people's own words, which the outputs pass on. */
const WORDS = ['description', 'title', 'email'];
/** Members that hold the records of a list. */
const LISTS = ['results', 'options', 'history'];

function inflated(text: string): string {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		return text;
	}
	return JSON.stringify(Array.isArray(parsed) ? manyOf(parsed) : inflate(parsed, 10));
}

/** The records of a list, and many more that are like its last. */
function manyOf(records: unknown[]): unknown[] {
	const inflatedOnes = records.map((record) => inflate(record, 1));
	if (records.length === 0) return [];
	return [...inflatedOnes, ...Array.from({ length: MANY }, () => inflatedOnes.at(-1))];
}

/** @param size how long the texts of a record become */
function inflate(value: unknown, size: number): unknown {
	if (Array.isArray(value)) return value.map((entry) => inflate(entry, size));
	if (typeof value !== 'object' || value === null) return value;
	const record: Record<string, unknown> = {};
	for (const [key, part] of Object.entries(value)) {
		const isList = LISTS.includes(key) && Array.isArray(part);
		const isText = WORDS.includes(key) && typeof part === 'string';
		record[key] = isList
			? manyOf(part)
			: isText
				? `${part} ${LONG.repeat(size)}`
				: inflate(part, size);
	}
	if (typeof record.count === 'number') record.count += MANY;
	if (Array.isArray(record.transactions))
		record.transactions = Array.from({ length: 2000 }, () => ({ hash: `0x${'ab'.repeat(32)}` }));
	if ('id' in record && !('jsonrpc' in record))
		record.extra = {
			text: LONG.repeat(size),
			list: Array.from({ length: 100 * size }, (_, n) => ({ n })),
		};
	return record;
}

const block = {
	endpointSource: 'credential',
	method: byId('eth_getBlockByNumber'),
	params: '["latest", true]',
};

/** Each operation that an agent can use, simplified and whole where there is a choice. */
const cases = resources.flatMap(({ value, operations }) =>
	operations
		.filter((operation) => exampleInputs[`${value}.${operation.value}`].file === undefined)
		.flatMap((operation) => {
			const name = `${value}.${operation.value}`;
			const names = operation.properties.map((property) => property.name);
			const all = {
				...exampleInputs[name].parameters,
				...(names.includes('returnAll') && { returnAll: true }),
				...(name === 'jsonRpc.call' && block),
			};
			return names.includes('simplify')
				? [
						[name, all],
						[name, { ...all, simplify: false }],
					]
				: [[name, all]];
		}),
) as Array<[string, Record<string, unknown>]>;

/** What an agent is given for an operation, and what a node outputs for the same. */
async function bothOf(name: string, parameters: object) {
	const { before = [] } = exampleInputs[name];
	let made = '';
	const prepare = async () => {
		platform.sandbox.reset();
		platform.sandbox.setDeployment({ ms: 0 });
		for (const [operation, values] of before) {
			const [resource, of] = operation.split('.');
			made = String((await platform.run([resource, of], values)).output[0].json.id);
		}
		return JSON.parse(JSON.stringify(parameters).replaceAll(MADE, made)) as object;
	};
	const credentials = platform.credential({ baseUrl: origin, nodeEndpoint: origin });
	const [resource, operation] = name.split('.');
	const node = await platform.run([resource, operation], await prepare(), { credentials });
	const filled = { resource, operation, ...(await prepare()) };
	const tool = await runTool({ credentials, parameters: filled });
	return { node, tool };
}

describe('answers of operations to an agent', () => {
	beforeAll(async () => {
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	});
	afterAll(() => {
		proxy.closeAllConnections();
		proxy.close();
	});

	it.each(cases)('stay below the bound however much there is: %s', async (name, parameters) => {
		const { node, tool } = await bothOf(name, parameters);
		expect(node.error).toBeUndefined();
		expect(tool.error).toBeUndefined();
		const whole = JSON.stringify(jsons(node.output));
		const answer = JSON.stringify(jsons(tool.answers[0]));
		expect(answer).not.toContain('"error"');
		expect(answer.length).toBeLessThan(30_000);
		if (whole.length < 29_000) return;
		const { note } = jsons(tool.answers[0]).find((json) => 'note' in json) as { note: string };
		expect(note).toMatch(/Only [\d,]+ of [\d,]+ results|This result has [\d,]+ characters/);
		expect(note).toContain('To get the rest');
	});

	it.each([
		'project.create',
		'node.getAll',
		'ipfs.pinFolder',
		'jsonRpc.checkHealth',
		'jsonRpc.call',
	])('stay below the bound however much the service says when it refuses: %s', async (name) => {
		const { url } = refusing;
		const [resource, operation] = name.split('.');
		const { answers, error } = await runTool({
			credentials: platform.credential({ baseUrl: url, nodeEndpoint: url }),
			parameters: { resource, operation, ...exampleInputs[name].parameters },
		});
		const { message = '', description } = (error ?? {}) as {
			message?: string;
			description?: string;
		};
		const told = `${JSON.stringify(answers)}${message}${description ?? ''}`;
		expect(told.length).toBeLessThan(30_000);
	});
});
