/** A version as npm writes it, such as `1.2.3` or `2.0.0-beta.1`. */
const VERSION = /^\d+\.\d+\.\d+(-[\da-z.-]+)?$/i;

const UNRELEASED = '## [Unreleased]';

/** The facts a release is checked against. */
export interface ReleaseState {
	/** The tag, such as `v1.2.3`. */
	tag: string;
	/** The version in package.json. */
	version: string;
	/** The text of CHANGELOG.md. */
	changelog: string;
}

/** @returns what speaks against publishing, one sentence each; nothing when all is well */
export function releaseObstacles({ tag, version, changelog }: ReleaseState): string[] {
	const obstacles: string[] = [];
	if (!/^v/.test(tag) || !VERSION.test(tag.slice(1))) {
		obstacles.push(`The tag '${tag}' is not a version such as v1.2.3.`);
	}
	if (tag !== `v${version}`) {
		obstacles.push(`The tag '${tag}' does not belong to version ${version} in package.json.`);
	}
	const notes = notesOf(changelog, version);
	if (notes === undefined) obstacles.push(`CHANGELOG.md has no section for ${version}.`);
	if (notes === '') obstacles.push(`CHANGELOG.md says nothing about ${version}.`);
	return obstacles;
}

/**
 * Turns what is unreleased into the section of a version, below a new empty one.
 *
 * @param date such as `2026-01-31`
 * @throws Error when the version is none, is there already, or there is nothing to release
 */
export function withRelease(changelog: string, version: string, date: string): string {
	if (!VERSION.test(version)) throw new Error(`'${version}' is not a version such as 1.2.3.`);
	if (notesOf(changelog, version) !== undefined) {
		throw new Error(`CHANGELOG.md already has a section for ${version}.`);
	}
	if (!notesOf(changelog, 'Unreleased')) {
		throw new Error(
			'CHANGELOG.md has nothing under [Unreleased]. Describe there what changes for users.',
		);
	}
	return changelog.replace(UNRELEASED, () => `${UNRELEASED}\n\n## [${version}] - ${date}`);
}

/** @returns the text of a section; `undefined` when there is none */
function notesOf(changelog: string, name: string): string | undefined {
	const sections = changelog.split(/^## /m).slice(1);
	const own = sections.find((section) => section.startsWith(`[${name}]`));
	return own?.split('\n').slice(1).join('\n').trim();
}
