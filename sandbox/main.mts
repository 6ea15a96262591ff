import { controlHelp } from './control.mts';
import { startSandbox } from './start.mts';

const usage = `npm run sandbox [-- <port> [<port of the node endpoints>]]; otherwise 8085 and the next one`;

async function main(args: string[]): Promise<void> {
	const [port = 8085, rpcPort = port === 0 ? 0 : port + 1] = args.map(Number);
	if (![port, rpcPort].every((each) => Number.isInteger(each) && each >= 0)) throw new Error(usage);
	const sandbox = await startSandbox({ port, rpcPort });
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
	}
	const help = Object.entries(controlHelp).map(([path, does]) => `  ${path.padEnd(28)} ${does}`);
	console.log(`
The sandbox platform is up. It listens on this machine only and forgets everything when it stops.

  Base URL        ${sandbox.url}
  API key         ${sandbox.apiKey}
  Node endpoint   ${sandbox.nodeEndpoint}
  Endpoint key    ${sandbox.endpointKey}
  JSON-RPC        ${sandbox.rpcUrl}
  EVM client      ${sandbox.evm}${sandbox.evmProblem && `: ${sandbox.evmProblem}`}

Switches for tests:
${help.join('\n')}

Ctrl-C stops it.`);
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
