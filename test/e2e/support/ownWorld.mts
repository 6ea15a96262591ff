/**
 * @returns whether a test file starts an n8n and a sandbox of its own, so that it can run beside others
 */
export function hasOwnWorld(path = ''): boolean {
	return ['heartbeat.test.mts', 'triggerDay.test.mts'].some((file) => path.endsWith(file));
}
