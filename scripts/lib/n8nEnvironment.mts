/** The variables of the machine that a process needs; all others, such as N8N_… of the user, stay outside. */
const inherited =
	/^(PATH|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|windir|ComSpec|PATHEXT|LD_LIBRARY_PATH)$/i;

/** The part of this process's environment that child servers get. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name)));
}

interface N8nSettings {
	userFolder: string;
	port: number;
	brokerPort: number;
	encryptionKey: string;
	/** Of n8n; the newest without it. */
	version?: string;
}

/** The environment of an n8n that keeps to itself: loopback only, its own folder, no calls home. */
export function n8nEnvironment({
	userFolder,
	port,
	brokerPort,
	encryptionKey,
	version = '',
}: N8nSettings): Record<string, string> {
	return {
		HOME: userFolder,
		USERPROFILE: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_ENCRYPTION_KEY: encryptionKey,
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		GENERIC_TIMEZONE: 'UTC',
		N8N_LOG_LEVEL: 'info',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// It calls out at the start. To n8n 1 the name of a module that it does not have is an error.
		N8N_DISABLED_MODULES: version.startsWith('1.') ? '' : 'mcp-registry',
		// n8n 2's own value. n8n 1 would have one connection for all transactions, which then end each other's: its log
		// says "no such savepoint", and it calls this deprecated at the start.
		DB_SQLITE_POOL_SIZE: '3',
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
		EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'true',
	};
}
