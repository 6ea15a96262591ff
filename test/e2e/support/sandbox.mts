import { switchesOf } from '../../../sandbox/switches.mts';
import { world } from './world.mts';

export { switchesOf, type SandboxSwitches } from '../../../sandbox/switches.mts';

/** The sandbox that all test files share. */
export const sandbox = switchesOf(world.sandbox.url);
