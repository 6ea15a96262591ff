import { container, core } from './n8nCore.mts';

let configured = false;

/**
 * Tells n8n-core which key encrypts credentials: the instance's own, as on a server without key
 * rotation. It has to be called before a credential is stored; calling it again does nothing.
 */
export function useInstanceKey(): void {
	if (configured) return;
	configured = true;
	const cipher = container.get(core.Cipher);
	const { encryptionKey } = container.get(core.InstanceSettings);
	const key = {
		id: 'instance',
		value: cipher.encryptDEKWithInstanceKey(encryptionKey),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix',
	} as const;
	container.get(core.EncryptionKeyProxy).setProvider({
		getActiveKey: async () => key,
		getLegacyKey: async () => key,
		getKeyById: async () => null,
	});
}
