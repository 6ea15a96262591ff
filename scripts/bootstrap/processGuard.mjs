// Runs one server and ends it, with everything it started, as soon as whoever started this guard is
// gone: closes its standard input, on purpose or by dying in any way. Arguments: the grace in ms
// between the polite and the final signal, the command, its arguments.
//
// Libraries end children when their parent ends in an orderly way. This one is a process of its own, so that a
// parent that is killed with SIGKILL, as a CI job that takes too long is, leaves no n8n behind either.
import { spawn, spawnSync } from 'node:child_process';

const [grace, command, ...args] = process.argv.slice(2);
const onWindows = process.platform === 'win32';
const server = spawn(command, args, {
	detached: !onWindows, // its own process group, so that its children can be ended with it
	stdio: ['ignore', 'inherit', 'inherit'],
	windowsHide: true,
});
let stopping = false;

process.stdin.on('data', () => signalAll('SIGKILL')); // All that is ever said is that it shall crash.
process.stdin.on('end', stop);
process.stdin.on('error', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', () => {}); // Ctrl-C reaches everything in a terminal; the script decides.

server.on('error', (error) => {
	console.error(error.message);
	process.exit(127);
});
server.on('exit', (code) => {
	signalAll('SIGKILL'); // children that outlived it
	process.exit(stopping ? 0 : (code ?? 1));
});

function stop() {
	if (stopping) return;
	stopping = true;
	signalAll('SIGTERM');
	setTimeout(() => signalAll('SIGKILL'), Number(grace));
}

/** @param {NodeJS.Signals} signal */
function signalAll(signal) {
	if (server.pid === undefined) return;
	if (onWindows) {
		spawnSync('taskkill', ['/pid', String(server.pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(-server.pid, signal);
	} catch {
		// Nobody is left in the group.
	}
}
