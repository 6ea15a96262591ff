import { readdirSync, readFileSync } from 'node:fs';

/**
 * Finds n8n's main process: it runs n8n's start script with our folder. Its task runners are others.
 *
 * @param {import('./realN8n.mjs').RealN8n} n8n
 * @returns {{ residentMb: () => number }} how much memory it takes at present
 */
export function mainProcess({ entry, userFolder }) {
	const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isIt(name));
	if (pid === undefined) throw new Error('The process of n8n was not found');
	return {
		residentMb: () =>
			Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
	};

	/** @param {string} candidate */
	function isIt(candidate) {
		try {
			const command = readFileSync(`/proc/${candidate}/cmdline`, 'utf8').split('\0');
			const environment = readFileSync(`/proc/${candidate}/environ`, 'utf8').split('\0');
			return command[1] === entry && environment.includes(`N8N_USER_FOLDER=${userFolder}`);
		} catch {
			// The process ended meanwhile, or belongs to somebody else.
			return false;
		}
	}
}

/** Ends the script on a system that does not tell the memory of a process as Linux does. */
export function needLinux() {
	if (process.platform === 'linux') return;
	console.error('This measurement reads /proc, which only Linux has.');
	process.exit(1);
}
