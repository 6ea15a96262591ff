import { BlackHoleBlockstore } from 'blockstore-core/black-hole';
import { importFile } from 'ipfs-unixfs-importer';

/**
 * The CID that `ipfs add` gives this content (version 0, `Qm…`) and its size in bytes. The content
 * is read once, as a stream; its blocks are hashed and let go.
 */
export async function contentId(
	content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ cid: string; size: number }> {
	let size = 0;
	async function* counted(): AsyncGenerator<Uint8Array> {
		for await (const chunk of content) {
			size += chunk.length;
			yield chunk;
		}
	}
	const imported = await importFile({ content: counted() }, new BlackHoleBlockstore(), {
		profile: 'unixfs-v0-2015',
		// Hashed one after another: side by side only keeps more of a large file in memory.
		blockWriteConcurrency: 1,
	});
	return { cid: imported.cid.toString(), size };
}
