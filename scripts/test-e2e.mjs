// npm run test:e2e. What follows is imported late, for the sake of a message on an old Node.js.
import './lib/checkNode.mjs';

await import('./lib/testEndToEndCommand.mjs');
