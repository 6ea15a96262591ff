import { connect, createServer } from 'node:net';

const host = '127.0.0.1';

/**
 * @param {number} port
 * @returns {Promise<boolean>} whether nothing listens there on loopback
 */
export async function isPortFree(port) {
	return !(await answers(port)) && (await canListen(port));
}

/**
 * A server on all addresses does not stop another on loopback everywhere, so knock first.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
	return new Promise((resolve) => {
		const socket = connect(port, host);
		socket.once('error', () => resolve(false));
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
	});
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function canListen(port) {
	return new Promise((resolve) => {
		const probe = createServer();
		probe.once('error', () => resolve(false));
		probe.listen(port, host, () => probe.close(() => resolve(true)));
	});
}

/**
 * Ports nobody uses, all different.
 *
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
	const probes = await Promise.all(Array.from({ length: count }, openProbe));
	const ports = probes.map(
		(probe) => /** @type {import('node:net').AddressInfo} */ (probe.address()).port,
	);
	await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
	return ports;
}

/** @returns {Promise<import('node:net').Server>} */
function openProbe() {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', reject);
		probe.listen(0, host, () => resolve(probe));
	});
}
