import { beforeEach } from 'vitest';
import { sandbox } from './sandbox.mts';

// Every test of every file finds the sandbox in its initial state, without requests and faults.
beforeEach(async () => {
	await sandbox.reset();
});
