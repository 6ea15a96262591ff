import { describe, expect, it } from 'vitest';

import { parsePlainReference } from '../../../nodes/shared/values/plainReference';

const json = {
	url: 'https://x.example.com',
	n: 7,
	zero: 0,
	no: false,
	empty: '',
	none: null,
	list: ['first', { name: 'second' }],
	details: { https_endpoint: 'https://y.example.com', 'with space': 'z' },
};

const read = (parameter: unknown): unknown => parsePlainReference(parameter)?.(json);

describe('plainReference', () => {
	it.each<[unknown, unknown]>([
		['={{ $json.url }}', json.url],
		['={{$json.url}}', json.url],
		['={{ $json["url"] }}', json.url],
		["={{ $json['url'] }}", json.url],
		['={{ $json.details.https_endpoint }}', json.details.https_endpoint],
		['={{ $json.details["with space"] }}', 'z'],
		['={{ $json.list[0] }}', 'first'],
		['={{ $json.list[1].name }}', 'second'],
		['={{ $json.n }}', 7],
		['={{ $json.zero }}', 0],
		['={{ $json.no }}', false],
		['={{ $json.empty }}', ''],
		['fixed', 'fixed'],
		[5, 5],
		[true, true],
		[
			{ __rl: true, mode: 'id', value: '={{ $json.url }}' },
			{ __rl: true, mode: 'id', value: json.url },
		],
		[
			{ a: { b: '={{ $json.n }}' }, c: 'd' },
			{ a: { b: 7 }, c: 'd' },
		],
		[{}, {}],
	])('%j refers to %j', (parameter, value) => {
		expect(read(parameter)).toEqual(value);
	});

	it.each([
		'={{ $json.url + "" }}',
		'={{ $json.url }}/evm',
		'=https://{{ $json.url }}',
		'= {{ $json.url }}',
		'={{ $json.url }} ',
		'={{ $json.url }}{{ $json.n }}',
		'={{ $json }}',
		'={{ $json.url.length() }}',
		'={{ $json?.url }}',
		'={{ $json.__proto__ }}',
		'={{ $json[$json.url] }}',
		'={{ $json[`url`] }}',
		'={{ $json["ur\\u006c"] }}',
		'={{ $json.$x }}',
		'={{ $("Items").item.json.url }}',
		'={{ $input.item.json.url }}',
		'={{ /* $json.url */ 1 }}',
		'=text',
		'=',
		{ a: '={{ $json.url }}', b: '={{ $now }}' },
		['={{ $json.url }}'],
		null,
	])('%j is left to n8n', (parameter) => {
		expect(parsePlainReference(parameter)).toBeUndefined();
	});

	it.each([
		...['missing', 'none', 'list', 'details', 'url.length', 'list.length.x', 'toString'].map(
			(path) => `={{ $json.${path} }}`,
		),
		'={{ $json.constructor }}',
		'={{ $json.list.map }}',
		{ a: '={{ $json.missing }}' },
	])('the value of %j for this item is left to n8n', (parameter) => {
		expect(read(parameter)).toBeUndefined();
	});
});
