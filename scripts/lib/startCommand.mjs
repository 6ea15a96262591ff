import { parseArgs } from 'node:util';
import { isPortFree } from './ports.mjs';
import { Problem, runScript } from './problem.mjs';
import { startLocal } from './startLocal.mjs';

const usage = `Builds the package, starts a real n8n with it beside a sandbox of the platform, and runs an example.

  npm start                  stays up until Ctrl-C
  npm start -- --once        ends after the example; exit status 0 only if every step succeeded
  npm start -- --port 5690   the editor's port (5678)`;

await runScript(async () => {
	const options = readOptions();
	if (options.help) {
		console.log(usage);
		return;
	}
	if (!(await isPortFree(options.port))) {
		throw new Problem(`Port ${options.port} is taken by another program.`, [
			'If that is an earlier `npm start`, end it with Ctrl-C.',
			`Otherwise choose another port: npm start -- --port ${options.port + 12}`,
		]);
	}
	return await startLocal(options);
});

function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				once: { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				help: { type: 'boolean', default: false },
			},
		});
		const port = Number(values.port);
		if (!Number.isInteger(port) || port < 1024 || port > 65_535) {
			throw new Error(`--port takes a number from 1024 to 65535, not '${values.port}'`);
		}
		return { once: values.once, help: values.help, port };
	} catch (error) {
		throw new Problem(
			error instanceof Error ? error.message : String(error),
			'`npm start -- --help` lists the options.',
		);
	}
}
