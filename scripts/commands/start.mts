import { startLocal } from '../lib/startLocal.mts';
import { startOptions } from '../lib/startOptions.mts';

const usage = `Builds the package, starts a real n8n with it beside a sandbox of the platform, and runs an example.

  npm start                  stays up until Ctrl-C
  npm start -- --once        ends after the example; exit status 0 only if every step succeeded
  npm start -- --port 5690   the editor's port (5678)`;

/** npm start */
export async function run(args: string[]): Promise<number> {
	const { help, once, port } = await startOptions(args, 'npm start');
	if (!help) return await startLocal({ once, port, isLive: false });
	console.log(usage);
	return 0;
}
