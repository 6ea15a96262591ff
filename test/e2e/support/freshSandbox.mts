import { beforeEach } from 'vitest';
import { sandbox } from './sandbox.mts';

// Every test of every file finds the sandbox as it is from the start, without requests and faults.
beforeEach(async () => {
	await sandbox.reset();
});
