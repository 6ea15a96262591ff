import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The owner of an n8n folder. */
export interface LocalAccount {
	email: string;
	password: string;
	/** The key with which n8n encrypts the credentials of its folder. */
	encryptionKey: string;
}

/** The owner of an n8n folder: made up once, because the folder's database only fits its own keys. */
export function localAccount(file: string): LocalAccount {
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LocalAccount;
	const account = {
		email: 'owner@example.com',
		password: readablePassword(),
		encryptionKey: randomBytes(24).toString('hex'),
	};
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify(account, null, '\t'), { mode: 0o600 });
	return account;
}

/** n8n asks for eight characters with a capital letter and a digit. */
function readablePassword(): string {
	const letters = 'abcdefghjkmnpqrstuvwxyz';
	const word = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
	return `Sandbox-${word}-${randomInt(10, 100)}`;
}
