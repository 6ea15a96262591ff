import { startLocal } from '../lib/startLocal.mts';
import { startOptions } from '../lib/startOptions.mts';

const usage = `Like npm start, but with its own n8n, into which every saved file of nodes/ and credentials/ is compiled.
The open editor picks up the change on its own. Changes to icons, schemas and package.json need a restart.

  npm run dev                  stays up until Ctrl-C
  npm run dev -- --once        ends after the example
  npm run dev -- --port 5690   the editor's port (5678)`;

/** npm run dev */
export async function run(args: string[]): Promise<number> {
	const { help, once, port } = await startOptions(args, 'npm run dev');
	if (!help) return await startLocal({ once, port, isLive: true });
	console.log(usage);
	return 0;
}
