// n8n's own package scanner, on the sources and on the packed package.
import './lib/checkNode.mjs';

await import('./lib/scanCommand.mjs');
