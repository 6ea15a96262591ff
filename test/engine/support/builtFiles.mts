import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @returns all files in a folder, as paths relative to it, sorted */
export function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

/** @returns the files that a build of a clone has to give: sources compiled, everything else as it is */
export function builtFiles(root: string): string[] {
	return ['nodes', 'credentials', 'icons']
		.flatMap((folder) => filesIn(join(root, folder)).map((file) => join(folder, file)))
		.map((file) => file.replace(/\.ts$/, '.js'))
		.sort();
}
