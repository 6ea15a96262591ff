// Imported first, for its effect: it speaks before any other module can fail on an old Node.js, so
// it keeps to syntax that old versions understand.
const lowest = [20, 19];
const parts = process.versions.node.split('.').map(Number);

if (parts[0] < lowest[0] || (parts[0] === lowest[0] && parts[1] < lowest[1])) {
	console.error(
		'\nThis project needs Node.js ' +
			lowest.join('.') +
			' or newer, and this is ' +
			process.versions.node +
			'.\n  → Install a newer one from https://nodejs.org (any version from 20.19 on; 24 is a good' +
			' choice), then run the same command again.\n',
	);
	process.exit(1);
}
