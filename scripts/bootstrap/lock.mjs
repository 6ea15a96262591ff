import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while no other process of this machine holds the same lock file; waits for one that
 * does, and takes over from one that died.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(holder: number) => void} [onWait] told the process id that holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
	for (;;) {
		const holder = takeLock(file);
		if (holder === undefined) break;
		onWait?.(holder);
		await sleep(500);
	}
	const release = () => releaseLock(file);
	process.on('exit', release);
	try {
		return await work();
	} finally {
		release();
		process.off('exit', release);
	}
}

/**
 * Takes a lock file without waiting.
 *
 * @param {string} file
 * @returns {number | undefined} the living process that holds it, or nothing when it is ours now
 */
export function takeLock(file) {
	mkdirSync(dirname(file), { recursive: true });
	const own = `${file}.${process.pid}`;
	writeFileSync(own, String(process.pid));
	try {
		for (;;) {
			if (tryLink(own, file)) return undefined;
			const holder = readHolder(file);
			if (holder === process.pid) return undefined;
			if (holder !== undefined && isAlive(holder)) return holder;
			rmSync(file, { force: true });
		}
	} finally {
		rmSync(own, { force: true });
	}
}

/**
 * A link appears with its content or not at all, so nobody ever reads a half-written lock.
 *
 * @param {string} from
 * @param {string} to
 */
function tryLink(from, to) {
	try {
		linkSync(from, to);
		return true;
	} catch (error) {
		if (errorCode(error) !== 'EEXIST') throw error;
		return false;
	}
}

/** @param {string} file */
export function releaseLock(file) {
	if (readHolder(file) === process.pid) rmSync(file, { force: true });
}

/** @param {string} file */
function readHolder(file) {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return Number.isInteger(pid) && pid > 0 ? pid : undefined;
	} catch {
		return undefined;
	}
}

/** @param {number} pid */
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return errorCode(error) === 'EPERM';
	}
}

/** @param {unknown} error */
function errorCode(error) {
	return /** @type {NodeJS.ErrnoException} */ (error).code;
}
