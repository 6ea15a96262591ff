import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/start.mts';
import { letOneNodeSync } from '../../../scripts/lib/letOneNodeSync.mts';
import { rpc, syncing } from '../sandbox/client.mts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ evm: 'minimal' });
});
afterAll(async () => await sandbox.stop());

it('adds a running node that is syncing, and leaves the others ready', async () => {
	const before = sandbox.state().nodes.map(({ id }) => id);
	const added = await letOneNodeSync(sandbox.url);
	expect(before).not.toContain(added);
	const { nodes } = sandbox.state();
	expect(nodes.find(({ id }) => id === added)?.status).toBe('running');
	const result = async (id: string): Promise<unknown> => {
		const key = nodes.find((node) => node.id === id)?.auth.key;
		const { body } = await rpc(`${sandbox.nodeEndpoint}/${key}/evm`, syncing());
		return (body as { result: unknown }).result;
	};
	expect(await result(added)).toMatchObject({ currentBlock: '0x100', highestBlock: '0x1f0' });
	expect(await result(before[0])).toBe(false);
});
