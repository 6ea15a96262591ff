// Starts the sandbox platform in a process of its own and says where it is, as one line of JSON.
// Arguments: the port of the management API and the port of the node endpoints.
import { startSandbox } from '../../sandbox/start.mts';

const [port, rpcPort] = process.argv.slice(2).map(Number);
const options = { port, rpcPort };
const { url, apiKey, endpointKey, nodeEndpoint, rpcUrl, evm, evmProblem, stop } =
	await startSandbox(options);
console.log(JSON.stringify({ url, apiKey, endpointKey, nodeEndpoint, rpcUrl, evm, evmProblem }));
process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
