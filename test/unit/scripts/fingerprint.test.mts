import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../../scripts/bootstrap/fingerprint.mjs';

let root: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'fingerprint-'));
	mkdirSync(join(root, 'folder', 'deep'), { recursive: true });
	writeFileSync(join(root, 'folder', 'deep', 'a.txt'), 'a');
	writeFileSync(join(root, 'folder', 'b.txt'), 'b');
});

afterEach(() => {
	rmSync(root, { recursive: true });
});

const of = (...paths: string[]) => fingerprint(root, paths);

describe('fingerprint', () => {
	it('is the same for the same content, in any order', () => {
		expect(of('folder/b.txt', 'folder/deep')).toBe(of('folder/deep', 'folder/b.txt'));
		expect(of('folder', 'missing')).toBe(of('folder'));
	});

	it('changes with the content of a file, its name, and with other facts', () => {
		const before = of('folder');
		expect(fingerprint(root, ['folder'], ['arm64'])).not.toBe(before);
		writeFileSync(join(root, 'folder', 'b.txt'), 'changed');
		const changed = of('folder');
		expect(changed).not.toBe(before);
		writeFileSync(join(root, 'folder', 'b.txt'), 'b');
		expect(of('folder')).toBe(before);
		writeFileSync(join(root, 'folder', 'c.txt'), '');
		expect(of('folder')).not.toBe(before);
	});
});
