import { readdirSync, readFileSync } from 'node:fs';
import type { RealN8n } from './realN8n.mts';

/** Milliseconds of a clock tick in /proc: every Linux that Node.js runs on tells user space 100 a second. */
const TICK_MS = 10;

/** n8n's main process, as /proc tells it. */
export interface MainProcess {
	/** How much memory it takes at present. */
	residentMb(): number;
	/** How much time it has spent on a processor since its start, all threads together. */
	cpuMs(): number;
}

/** Finds n8n's main process: it runs n8n's start script with our folder. Its task runners are others. */
export function mainProcess({ entry, userFolder }: RealN8n): MainProcess {
	const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isIt(name));
	if (pid === undefined) throw new Error('The process of n8n was not found');
	return {
		residentMb: () =>
			Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
		cpuMs: () => {
			// The name in brackets may contain spaces; user and system time are fields 14 and 15.
			const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
			const fields = after.split(' ');
			return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
		},
	};

	function isIt(candidate: string): boolean {
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
