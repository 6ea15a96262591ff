const gib = 1024 ** 3;

/** The page of a dedicated node in Prometheus's text format, as the platform documents it. */
export function metricsPage(nodeId: string): string {
	const now = Math.floor(Date.now() / 1000);
	const gauges: Array<[name: string, help: string, value: number]> = [
		['cpu_usage_cores', 'CPU cores in use', 3.25],
		['cpu_limits_cores', 'CPU cores the node may use', 8],
		['cpu_utilization_ratio', 'Share of the CPU limit in use', 0.40625],
		['memory_usage_bytes', 'Memory in use', 24 * gib],
		['memory_limits_bytes', 'Memory the node may use', 32 * gib],
		['memory_utilization_ratio', 'Share of the memory limit in use', 0.75],
		['storage_requests_bytes', 'Provisioned storage', 4096 * gib],
		['block_number', 'Height of the newest block', Math.floor(now / 12)],
		['block_timestamp', 'Time of the newest block', now - 6],
		['block_age_seconds', 'Age of the newest block', 6],
	];
	return gauges
		.map(([name, help, value]) => {
			const full = `chainstack_node_${name}`;
			return `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${full}{node_id="${nodeId}"} ${value}\n`;
		})
		.join('');
}
