import { join } from 'node:path';

/** The Unix socket through which connections to a port of the other network go. */
export function socketOf(folder: string, port: number | string): string {
	return join(folder, `port-${port}`);
}
