import type { WatchEvent } from '../../shared/polling/watchEvent';
import { networkStatus } from './networkStatus';
import { nodeStatus } from './nodeStatus';
import { readiness } from './readiness';
import { usageThreshold } from './usageThreshold';

/** Everything the trigger can watch, in the order in which the editor shows it. */
export const events: readonly WatchEvent[] = [networkStatus, nodeStatus, readiness, usageThreshold];
