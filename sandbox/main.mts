import { parseArgs } from 'node:util';
import { controlHelp } from './controlRoutes.mts';
import { PortTakenError, startSandbox, type Sandbox, type SandboxOptions } from './start.mts';

const usage = `The Chainstack platform on this machine, for development.

  npm run sandbox -- [--port 8085] [--rpc-port 8086] [--evm anvil|minimal] [--deploy-ms 1500] [--log]

  --port       where the management API and the sandbox's own switches listen (8085)
  --rpc-port   where the node endpoints listen (--port + 1)
  --evm        what answers JSON-RPC: a real client, or a few methods without one (anvil)
  --deploy-ms  milliseconds until what is created is up (1500)
  --log        print every request

Port 0 is any free one. PORT and RPC_PORT in the environment do what --port and --rpc-port do.
Ctrl-C stops it.`;

const highestPort = 65_535;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string' },
			'rpc-port': { type: 'string' },
			evm: { type: 'string' },
			'deploy-ms': { type: 'string' },
			log: { type: 'boolean' },
			help: { type: 'boolean' },
		},
	});
	if (values.help === true) {
		console.log(usage);
		return;
	}
	const port = wholeNumber('port', values.port ?? process.env.PORT ?? '8085', highestPort);
	const nextPort = String(port === 0 ? 0 : port + 1);
	const rpcPortText = values['rpc-port'] ?? process.env.RPC_PORT ?? nextPort;
	const rpcPort = wholeNumber('rpc-port', rpcPortText, highestPort);
	const deployMs = wholeNumber('deploy-ms', values['deploy-ms'] ?? '1500', 3_600_000);
	if (values.evm !== undefined && values.evm !== 'anvil' && values.evm !== 'minimal') {
		throw new Error(`--evm is anvil or minimal, not "${values.evm}"`);
	}
	const sandbox = await start({ port, rpcPort, evm: values.evm, deployMs, logger: values.log });
	let stopping = false;
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			// A terminal's Ctrl-C and a wrapper that passes it on both arrive here.
			if (stopping) return;
			stopping = true;
			console.log('Stopping the sandbox.');
			void sandbox.stop().then(() => process.exit(0));
		});
	}
	introduce(sandbox);
}

async function start(options: SandboxOptions): Promise<Sandbox> {
	try {
		return await startSandbox(options);
	} catch (error) {
		if (!(error instanceof PortTakenError)) throw error;
		const advice = error.option === 'port' ? '--port 8185' : '--rpc-port 8186';
		throw new Error(`${error.message}. Choose another: ${advice}, or 0 for any free one`);
	}
}

function wholeNumber(name: string, text: string, most: number): number {
	const number = Number(text);
	if (text.trim() === '' || !Number.isInteger(number) || number < 0 || number > most) {
		throw new Error(`--${name} is a whole number from 0 to ${most}, not "${text}"`);
	}
	return number;
}

function introduce(sandbox: Sandbox): void {
	const evm =
		sandbox.evmProblem === ''
			? sandbox.evm
			: `minimal, because the real client does not run here: ${sandbox.evmProblem}`;
	const help = Object.entries(controlHelp).map(([path, does]) => `  ${path.padEnd(28)} ${does}`);
	console.log(`
The sandbox platform is up. It listens on this machine only and forgets everything when it stops.

  Base URL        ${sandbox.url}
  API key         ${sandbox.apiKey}
  Node endpoint   ${sandbox.nodeEndpoint}
  Endpoint key    ${sandbox.endpointKey}
  JSON-RPC        ${sandbox.rpcUrl}
  EVM client      ${evm}

Switches for tests:
${help.join('\n')}

Try:
  curl -H 'Authorization: Bearer ${sandbox.apiKey}' ${sandbox.url}/v1/nodes/
  curl -H 'Content-Type: application/json' \\
    -d '{"jsonrpc":"2.0","method":"eth_syncing","params":[],"id":1}' ${sandbox.rpcUrl}

Ctrl-C stops it.`);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
