import { world } from './world.mts';

/** They use nodes that n8n 1 does not have, as the README says. */
const needsN8n2 = ['assistant.json', 'incidents.json', 'node-inventory.json'];

/** The workflows whose nodes the n8n under test has. */
export function usableHere(files: readonly string[]): string[] {
	const isOld = world.n8n.version.startsWith('1.');
	return files.filter((file) => !isOld || !needsN8n2.includes(file));
}
