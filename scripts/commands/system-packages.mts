import { ensureSystemPackages } from '../lib/systemPackages.mts';

/** node scripts/bootstrap/run.mjs system-packages: what a fresh machine lacks for all tests, for CI. */
export async function run(): Promise<void> {
	await ensureSystemPackages({ compiler: true });
}
