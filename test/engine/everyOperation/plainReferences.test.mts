import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { usePlatform } from '../fixtures/platform.mts';
import { readyNode, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);

const values = [
	'text',
	' text with space ',
	'Ünïcödé 🚀 \u0000 \ud800',
	'={{ 1 + 1 }}',
	'=5',
	'{{ $json.other }}',
	'$json.value',
	'null',
	'x'.repeat(5000),
	'2026-11-20T00:00:00.000Z',
	0,
	-0,
	1.5,
	1e21,
	null,
	undefined,
	'last, and resolved by n8n as the first is',
];

/** Labels of results, read from items in groups of this size. */
async function labels(parameter: string, groupSize: number): Promise<unknown[]> {
	const items = values.map((value) => ({
		json: { value, 'the value': value, deep: { value } } as IDataObject,
	}));
	const found: unknown[] = [];
	for (let start = 0; start < items.length; start += groupSize) {
		const run = await platform.succeed(
			['jsonRpc', 'checkSync'],
			{ endpointSource: 'url', url: server.url, options: { label: parameter } },
			{ credentials: {}, items: items.slice(start, start + groupSize) },
		);
		found.push(...run.output.map(({ json }) => json.label));
	}
	return found;
}

describe('a reference to a field of the item', () => {
	it.each([
		'={{ $json.value }}',
		'={{$json["value"]}}',
		'={{ $json["the value"] }}',
		'={{ $json.deep.value }}',
		"={{ $json['deep']['value'] }}",
	])('resolves for many items as it does for few: %s', async (parameter) => {
		const one = await labels(parameter, values.length);
		// Such small groups are always resolved by n8n itself.
		expect(one).toEqual(await labels(parameter, 2));
		expect(one[0]).toBe('text');
	});

	it('resolves to the item of the run it belongs to', async () => {
		const items = Array.from({ length: 12 }, (_, n) => ({ json: { n: `item ${n}` } }));
		const run = await platform.run(
			['jsonRpc', 'checkSync'],
			{ endpointSource: 'url', url: server.url, options: { label: '={{ $json.n }}' } },
			{ credentials: {}, items, node: { executeOnce: true } },
		);
		expect(run.output.map(({ json }) => json.label)).toEqual(['item 0']);
	});
});
