// node scripts/bootstrap/run.mjs <command> [options]: what npm start, npm test and the like run. Nothing in this
// folder may need more than Node.js; the commands themselves are TypeScript and use what is installed here.
// The rest is imported late, so that an old Node.js gets a message and not a stack.
import './checkNode.mjs';

await import('./runCommand.mjs');
