import { describe, expect, it } from 'vitest';

import { toFieldName, parseGauges } from '../../../nodes/Chainstack/resources/node/prometheus';

describe('gaugesIn', () => {
	it('reads names, numbers, units and labels, known or not', () => {
		const page = [
			'# HELP chainstack_node_cpu_usage_cores CPU',
			'# TYPE chainstack_node_cpu_usage_cores gauge',
			'chainstack_node_cpu_usage_cores{node_id="ND-1-2-3"} 3.25',
			'chainstack_node_memory_usage_bytes{node_id="ND-1-2-3"} 2.5e+10 1795168800123',
			'something_new{disk="a\\"b",node_id="ND-1-2-3"} 7',
			'something_new{disk="c"} 8',
			'something_new{path="/a}b\\\\c"} 9',
			'something_new{path="a\\nb"} 10',
			'something_new{path="unclosed} 9',
			'broken_number NaN',
			'endless +Inf',
			'no_value',
			'{no_name="x"} 1',
			'',
			'last_line_seconds 1\r',
		].join('\n');
		expect(parseGauges(page)).toStrictEqual([
			{ name: 'chainstack_node_cpu_usage_cores', value: 3.25, unit: 'cores' },
			{ name: 'chainstack_node_memory_usage_bytes', value: 25_000_000_000, unit: 'bytes' },
			{ name: 'something_new', value: 7, labels: { disk: 'a"b' } },
			{ name: 'something_new', value: 8, labels: { disk: 'c' } },
			{ name: 'something_new', value: 9, labels: { path: '/a}b\\c' } },
			{ name: 'something_new', value: 10, labels: { path: 'a\nb' } },
			{ name: 'broken_number', value: null, unit: 'height' },
			{ name: 'endless', value: null },
			{ name: 'last_line_seconds', value: 1, unit: 's' },
		]);
	});

	it.each([
		['a fraction in the timestamp', 'a_bytes 1 1795168800.123'],
		['an exponent in the timestamp', 'a_bytes 1 1.7951688e+9'],
		['an exemplar', 'a_bytes 1 # {trace_id="KOO5S4vxi0o"} 0.67'],
		['an exemplar with a timestamp', 'a_bytes 1 1795168800 # {trace_id="#"} 0.67 1795168799.9'],
		['blanks before the labels', 'a_bytes {node_id="x"} 1'],
		['blanks in the labels', 'a_bytes{ node_id = "x" , } 1'],
		['tabs', '\ta_bytes\t1\t1795168800'],
	])('reads a sample with %s', (_, line) => {
		expect(parseGauges(line)).toStrictEqual([{ name: 'a_bytes', value: 1, unit: 'bytes' }]);
	});

	it('keeps labels that are written with blanks', () => {
		expect(parseGauges('a{ disk = "c" , path ="/#}" } 2')).toStrictEqual([
			{ name: 'a', value: 2, labels: { disk: 'c', path: '/#}' } },
		]);
	});

	it.each(['a 1 2 3', 'a 1 yesterday', 'a # 1', 'a{b="c" 1'])('leaves out %s', (line) => {
		expect(parseGauges(line)).toEqual([]);
	});

	it('reads the first 10,000 of a page that never ends', () => {
		const lines = Array.from({ length: 10_002 }, (_, index) => `gauge_${index} 1`);
		const gauges = parseGauges(lines.join('\n'));
		expect(gauges).toHaveLength(10_000);
		expect(gauges.at(-1)).toEqual({ name: 'gauge_9999', value: 1 });
	});

	it.each(['', '<html></html>', '{"a":1}', 'a'.repeat(100_000)])(
		'reads none from %.20s',
		(page) => {
			expect(parseGauges(page)).toEqual([]);
		},
	);
});

it.each([
	['chainstack_node_cpu_usage_cores', 'cpuUsageCores'],
	['go_gc_duration_seconds', 'goGcDurationSeconds'],
	['a:b_c', 'aBC'],
	['disk__5_free', 'disk5Free'],
])('%s is the field %s', (name, field) => {
	expect(toFieldName(name)).toBe(field);
});
