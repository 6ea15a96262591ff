import type { WatchEvent } from '../../shared/polling/watchEvent';
import { readiness } from './readiness';
import { networkStatus, nodeStatus } from './statusChanged';
import { usageThreshold } from './usageThreshold';

/** Everything the trigger can watch, in the order in which the editor shows it. */
export const events: readonly WatchEvent[] = [networkStatus, nodeStatus, readiness, usageThreshold];

/** The event a new node starts with. */
export const chosenEvent = nodeStatus;
