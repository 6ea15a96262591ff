import { join } from 'node:path';
import pWaitFor from 'p-wait-for';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { releaseLock, takeLock } from '../../../scripts/bootstrap/lock.mjs';
import { hasOwnWorld } from './ownWorld.mts';
import { sandbox } from './sandbox.mts';
import { world } from './world.mts';

/** Longer than all files together take. */
const longestMs = 3_600_000;

const lock = join(world.folder, 'sandbox.lock');

// One n8n and one sandbox serve most files, and tests check what the sandbox received: such a file runs
// when no other does, and every test finds the sandbox in its initial state, without requests and faults.
if (!hasOwnWorld(expect.getState().testPath)) {
	beforeAll(async () => {
		await pWaitFor(() => takeLock(lock) === undefined, { interval: 200 });
	}, longestMs);
	beforeEach(async () => {
		await sandbox.reset();
	});
	afterAll(() => releaseLock(lock));
}
