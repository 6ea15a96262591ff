import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { root } from '../../../scripts/docs/canvasMark.mts';

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const shared = join(root, 'nodes/shared');

/** Rows `| \`room\` | what it contains | its public interface |`. */
const rooms = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(([, room, face]) => ({
	room,
	names: [...face.matchAll(/`(\w+)`/g)].map(([, name]) => name),
}));

function sourceOf(room: string): string {
	return readdirSync(join(shared, room), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(shared, room, file), 'utf8'))
		.join('\n');
}

describe('the architecture page', () => {
	it('describes every room of nodes/shared, and no other', () => {
		expect(rooms.map(({ room }) => room).sort()).toEqual(readdirSync(shared).sort());
	});

	it.each(rooms)('names what $room offers', ({ room, names }) => {
		const source = sourceOf(room);
		for (const name of names) {
			expect(source).toMatch(
				new RegExp(`^export (async )?(function|class|interface|type|const) ${name}\\b`, 'm'),
			);
		}
	});

	it('names files and folders that exist', () => {
		const paths = [...page.matchAll(/`((?:nodes|sandbox|test|bench)\/[\w./-]*)`/g)].map(
			([, path]) => path,
		);
		expect(paths.length).toBeGreaterThan(1);
		for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
	});
});
