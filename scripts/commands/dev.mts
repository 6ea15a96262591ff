import { startLocal } from '../lib/startLocal.mts';
import { startOptions } from '../lib/startOptions.mts';

const usage = `Like npm start, with an n8n of its own into which every saved file of nodes/ and credentials/ is compiled.
The open editor takes over the change by itself. Icons, schemas and package.json need a new start.

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
