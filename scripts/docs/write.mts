// npm run docs writes the generated pages anew: those of the resources, of the trigger's events,
// of the examples, of the contract, and others.
import { writeFileSync } from 'node:fs';
import { generatedPages, pageFile } from './pages.mts';

const pages = generatedPages();
for (const [path, text] of pages) writeFileSync(pageFile(path), text);
console.log(`${pages.size} pages were written.`);
