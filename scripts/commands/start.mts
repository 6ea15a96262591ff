import { parseArgs } from 'node:util';
import { Problem } from '../bootstrap/problem.mjs';
import { isPortFree } from '../lib/ports.mts';
import { startLocal, type LocalOptions } from '../lib/startLocal.mts';

const usage = `Builds the package, starts a real n8n with it beside a sandbox of the platform, and runs an example.

  npm start                  stays up until Ctrl-C
  npm start -- --once        ends after the example; exit status 0 only if every step succeeded
  npm start -- --port 5690   the editor's port (5678)`;

/** npm start */
export async function run(args: string[]): Promise<number> {
	const { help, ...options } = readOptions(args);
	if (help) {
		console.log(usage);
		return 0;
	}
	if (await isPortFree(options.port)) return await startLocal(options);
	throw new Problem(`Port ${options.port} is taken by another program.`, [
		'If that is an earlier `npm start`, end it with Ctrl-C.',
		`Otherwise choose another port: npm start -- --port ${options.port + 12}`,
	]);
}

function readOptions(args: string[]): LocalOptions & { help: boolean } {
	try {
		const { values } = parseArgs({
			args,
			options: {
				once: { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				help: { type: 'boolean', default: false },
			},
		});
		const port = Number(values.port);
		if (!Number.isInteger(port) || port < 1024 || port > 65_535) {
			throw new Error(`--port must be a number from 1024 to 65535, not '${values.port}'`);
		}
		return { ...values, port };
	} catch (error) {
		throw new Problem((error as Error).message, '`npm start -- --help` lists the options.');
	}
}
