import type { Resource } from '../../shared/run/operation';
import { accessRule } from './accessRule';
import { faucet } from './faucet';
import { ipfs } from './ipfs';
import { jsonRpc } from './jsonRpc';
import { network } from './network';
import { node } from './node';
import { organization } from './organization';
import { project } from './project';
import { usage } from './usage';

/** Everything the node can do, in the order in which the editor shows it: by the names that are shown. */
export const resources: readonly Resource[] = [
	jsonRpc,
	network,
	node,
	accessRule,
	organization,
	project,
	ipfs,
	faucet,
	usage,
];
