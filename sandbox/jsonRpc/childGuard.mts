import type { ChildProcess } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends a child process together with this one, also when a signal ends it (which fires no `exit`
 * event unless somebody listens). Only SIGKILL leaves the child behind.
 */
export function endWithParent(child: ChildProcess): void {
	const kill = (): void => void child.kill('SIGKILL');
	const onSignal = (signal: NodeJS.Signals): void => {
		kill();
		release();
		// Listening has switched off the signal's own effect; unless others listen, it is due now.
		if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
	};
	const release = (): void => {
		process.removeListener('exit', kill);
		for (const signal of signals) process.removeListener(signal, onSignal);
	};
	process.once('exit', kill);
	for (const signal of signals) process.once(signal, onSignal);
	child.once('close', release);
}
