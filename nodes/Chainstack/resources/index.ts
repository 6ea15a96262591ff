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

/** Everything the node can do, in the order in which the editor shows it. */
export const resources: readonly Resource[] = [
	accessRule,
	faucet,
	ipfs,
	jsonRpc,
	network,
	node,
	organization,
	project,
	usage,
];
