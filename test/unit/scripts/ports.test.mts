import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePorts, isPortFree } from '../../../scripts/lib/ports.mts';

async function withServer(host: string, use: (port: number) => Promise<void>): Promise<void> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	try {
		await use((server.address() as AddressInfo).port);
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
}

describe('isPortFree', () => {
	it.each(['127.0.0.1', '0.0.0.0'])('says no where a server listens on %s', async (host) => {
		await withServer(host, async (port) => {
			expect(await isPortFree(port)).toBe(false);
		});
	});

	it('says yes after the server has ended', async () => {
		let freed = 0;
		await withServer('127.0.0.1', (port) => {
			freed = port;
			return Promise.resolve();
		});
		expect(await isPortFree(freed)).toBe(true);
	});
});

describe('freePorts', () => {
	it('finds different ports, also for concurrent calls', async () => {
		const ports = (await Promise.all([freePorts(3), freePorts(3)])).flat();
		expect(new Set(ports).size).toBe(6);
	});
});
