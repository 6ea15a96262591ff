import { inspect } from 'node:util';
import { LoggerProxy, type Logger, type LogMetadata } from 'n8n-workflow';

/** One line that n8n or a node wrote to the log. */
export interface LogEntry {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	metadata?: LogMetadata;
}

let entries: LogEntry[] = [];

function keep(level: LogEntry['level']) {
	return (message: string, metadata?: LogMetadata) => {
		entries.push({ level, message, metadata });
	};
}

/** Stands for n8n's logger: keeps every line of every level and prints none. */
export const capturingLogger: Logger & { scoped: () => Logger } = {
	error: keep('error'),
	warn: keep('warn'),
	info: keep('info'),
	debug: keep('debug'),
	scoped: () => capturingLogger,
};

LoggerProxy.init(capturingLogger);

/** Starts a new, empty log and returns it; it fills while the next execution runs. */
export function startLog(): LogEntry[] {
	entries = [];
	return entries;
}

/** Log lines as text, metadata and errors inside it included. */
export function logText(log: readonly LogEntry[]): string {
	return log
		.map(({ level, message, metadata }) => {
			const details = metadata === undefined ? '' : ` ${inspect(metadata, { depth: 8 })}`;
			return `${level} ${message}${details}`;
		})
		.join('\n');
}
