// The script "version", which npm runs for `npm run release -- 1.2.3` before it commits and tags: turns what the
// changelog calls unreleased into the section of that version.
// npm run release:check -- v1.2.3 only says whether tag, manifest and changelog agree.
import { readFileSync, writeFileSync } from 'node:fs';
import { releaseObstacles, withRelease } from './lib/changelog.mts';

const [option, tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const changelog = readFileSync('CHANGELOG.md', 'utf8');
try {
	if (option === '--check') {
		const obstacles = releaseObstacles({ tag, version, changelog });
		if (obstacles.length > 0) throw new Error(obstacles.join('\n'));
		console.log(`Tag, manifest and changelog agree on ${version}.`);
	} else {
		const today = new Date().toISOString().slice(0, 10);
		writeFileSync('CHANGELOG.md', withRelease(changelog, version, today));
	}
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
