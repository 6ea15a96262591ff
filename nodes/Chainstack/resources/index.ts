import type { Resource } from '../../shared/items/operation';
import { ipfs } from './ipfs';
import { jsonRpc } from './jsonRpc';
import { network } from './network';
import { node } from './node';
import { organization } from './organization';

/** Everything the node can do, in the order in which the editor shows it. */
export const resources: readonly Resource[] = [ipfs, jsonRpc, network, node, organization];
