// Runs in a network of its own, which it connects with the one outside. Arguments: the folder of the sockets, the port
// in here that is reached from outside, and the ports outside that are reached from here. Says its process id once it
// is ready.
import { execFileSync } from 'node:child_process';
import { Forward } from './forward.mts';
import { socketOf } from './sockets.mts';

const [folder, port, ...reached] = process.argv.slice(2);
execFileSync('ip', ['link', 'set', 'lo', 'up']);
await Forward.start(socketOf(folder, port), Number(port));
for (const each of reached) await Forward.start(Number(each), socketOf(folder, each));
console.log(`ready ${process.pid}`);
