import getPort from 'get-port';

const host = '127.0.0.1';

/** @returns whether nothing listens at a port, on loopback or any other address of this machine */
export async function isPortFree(port: number): Promise<boolean> {
	return (await getPort({ port })) === port;
}

/** Ports of loopback that nobody uses, all different. */
export async function freePorts(count: number): Promise<number[]> {
	return await Promise.all(Array.from({ length: count }, () => getPort({ host })));
}
