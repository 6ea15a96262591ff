// npm test. What follows is imported late, so that an old Node.js gets a message and not a stack.
import './lib/checkNode.mjs';

await import('./lib/testCommand.mjs');
