import { PROTOCOLS } from '../../../shared/managementApi/placement';

/**
 * The configuration of a node to be created.
 *
 * @param archive whether the node keeps the whole history; if not, this is sent only for protocols that are known to
 * have the setting
 * @param further what the user wrote as JSON; used instead of `archive`
 */
export function nodeConfiguration(
	archive: boolean,
	further: Record<string, unknown> | undefined,
	protocol = '',
): Record<string, unknown> {
	const hasArchive = PROTOCOLS.find(({ value }) => value === protocol)?.hasArchive ?? false;
	return { ...((archive || hasArchive) && { archive }), ...further };
}
