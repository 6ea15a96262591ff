import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import type { Circumstances } from './results.mts';

/** What the results depend on besides the code. */
export function circumstances(
	n8n: { version: string; node: string },
	tarball: { name: string; version: string; id: string },
	httpRequest: number,
): Circumstances {
	const nodeJs = spawnSync(n8n.node, ['--version'], { encoding: 'utf8' }).stdout.trim();
	return {
		date: new Date().toISOString().slice(0, 10),
		n8n: n8n.version,
		httpRequest,
		package: `${tarball.name} ${tarball.version} (${tarball.id})`,
		nodeJs: nodeJs.replace(/^v/, ''),
		machine: `${cpus().length} cores (${cpus()[0].model.trim()}), shared with other work`,
	};
}
