import { parseArgs } from 'node:util';
import { Problem } from '../bootstrap/problem.mjs';
import { isPortFree } from './ports.mts';

/** How a local n8n is started. */
export interface StartOptions {
	/** End after the example. */
	once: boolean;
	port: number;
	help: boolean;
}

/**
 * Reads the options of a command that starts n8n.
 *
 * @param command as it is typed, such as `npm start`
 * @throws Problem for an option that makes no sense, or a port that is taken
 */
export async function startOptions(args: string[], command: string): Promise<StartOptions> {
	const options = read(args, command);
	if (options.help || (await isPortFree(options.port))) return options;
	throw new Problem(`Port ${options.port} is taken by another program.`, [
		`If that is an earlier \`${command}\`, end it with Ctrl-C.`,
		`Otherwise choose another port: ${command} -- --port ${options.port + 12}`,
	]);
}

function read(args: string[], command: string): StartOptions {
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
		return { once: values.once, help: values.help, port };
	} catch (error) {
		throw new Problem(
			error instanceof Error ? error.message : String(error),
			`\`${command} -- --help\` lists the options.`,
		);
	}
}
