/** Protocols whose nodes have no archive setting (platform documentation, node configuration). */
const WITHOUT_ARCHIVE = ['bitcoin', 'solana', 'starknet'];

/**
 * The configuration of a node that is created with a network.
 *
 * @param archive whether the node keeps the whole history
 * @param further what the user wrote as JSON; wins over `archive`
 * @param isDocumented false for a protocol from outside the documentation, about whose settings nothing is known
 */
export function nodeConfiguration(
	archive: boolean,
	further: Record<string, unknown> | undefined,
	protocol: string | undefined,
	isDocumented: boolean,
): Record<string, unknown> {
	const isSent = archive || (isDocumented && !WITHOUT_ARCHIVE.includes(protocol ?? ''));
	return { ...(isSent && { archive }), ...further };
}
