/**
 * @returns whether a test file starts an n8n and a sandbox of its own, so that it can run beside others
 */
export function hasOwnWorld(path = ''): boolean {
	return path.endsWith('triggerDay.test.mts');
}
