import { compileGlossary } from '../jsonRpc/words';
import { ProbeError, type Family, type NodeReport, type ProbeClient, settle } from './family';
import { at, ifAnswered, ifServed, makeFault, read, waitForAll } from './readFields';

/**
 * Stellar: `getHealth` judges the newest ledger, and says when it was closed. Older servers do not say that; there, the
 * ledger itself does. Target: the server compares the time of its newest ledger with the clock.
 */
export const stellar: Family = {
	title: 'Stellar',
	asks: 'getHealth',
	// Its library responds to an empty list with "no parameters accepted" (creachadair/jrpc2, handler).
	omitsEmptyParams: true,
	reads: /^(get[A-Z]\w*|simulateTransaction)$/,
	errors: {
		// stellar/stellar-rpc, internal/methods: get_health.go, get_ledgers.go, get_events.go.
		glossary: compileGlossary([
			{
				sign: 'syncing',
				anyOf: [
					'ledger closed is too high',
					'not initialized',
					'db is empty',
					'could not get latest ledger',
				],
			},
			{ sign: 'missing', anyOf: ['oldest/newest ledger', 'ledger range'] },
			{ sign: 'busy', anyOf: ['processing limit threshold'] },
			{ sign: 'noBackend', anyOf: ['stellar core is unreachable'] },
		]),
		signed: /^sendTransaction$/,
	},
	async probe(ask, options) {
		const [health, network, version] = await waitForAll([
			readHealth(ask),
			options.chain ? ifServed(ask.call('getNetwork')) : undefined,
			options.clientVersion ? ifAnswered(ask.call('getVersionInfo')) : undefined,
		]);
		return {
			...health,
			chainId: read.text(at(network, 'passphrase')),
			clientVersion: read.text(at(version, 'version')),
		};
	},
};

async function readHealth(ask: ProbeClient): Promise<NodeReport> {
	const health = await settle(ask.call('getHealth'));
	if (health instanceof ProbeError) {
		const { message: reason } = health;
		if (health.meaning.sign !== 'syncing') throw health;
		return { result: null, isSyncing: true, reason };
	}
	const result = read.object(health, 'health');
	const status = read.text(result.status);
	if (status === undefined) throw makeFault("the response has no 'status'", result);
	const blockNumber = read.integer(result.latestLedger);
	return {
		result,
		isSyncing: status !== 'healthy',
		reason: status === 'healthy' ? undefined : `its status is ${status}`,
		blockNumber,
		blockTimeMs:
			read.time(result.latestLedgerCloseTime, 0.001) ?? (await readCloseTime(ask, blockNumber)),
	};
}

/** Parameters have names here (developers.stellar.org, getLedgers). */
async function readCloseTime(ask: ProbeClient, height?: bigint): Promise<number | undefined> {
	if (height === undefined) return undefined;
	const params = { startLedger: Number(height), pagination: { limit: 1 } };
	const ledgers = at(await ifServed(ask.call('getLedgers', params)), 'ledgers');
	const [ledger]: unknown[] = Array.isArray(ledgers) ? ledgers : [];
	return read.time(at(ledger, 'ledgerCloseTime'), 0.001);
}
