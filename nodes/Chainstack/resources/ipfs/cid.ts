import { valueExcerpt } from '../../../shared/text/excerpt';
import { Problem } from '../../../shared/text/problem';

/** Version 0: base58, always 46 characters. */
const VERSION_0 = /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/;

/** Version 1: the prefix for an alphabet (b is base32, z base58, k base36, f hexadecimal), then characters of it. */
const VERSION_1 = /^[bBfFkKmMtTuUvVzZ][\w+/=-]{30,}$/;

/** Text that people copy along with it: `ipfs://…`, `/ipfs/…`, or an address of a gateway. */
const SURROUNDINGS = /^(?:ipfs:\/\/(?:ipfs\/)?|(?:https?:\/\/[^/]+)?\/ipfs\/)([^/?#]+)\/?$/i;

/**
 * Checks the form of a content identifier, leniently: only the service can say whether it exists.
 * @returns only the identifier
 * @throws Problem
 */
export function checkedCid(text: string): string {
	const cid = SURROUNDINGS.exec(text)?.[1] ?? text;
	if (VERSION_0.test(cid) || VERSION_1.test(cid)) return cid;
	throw new Problem(
		cid === '' ? "'CID' is empty" : `'${valueExcerpt(cid)}' is not a content identifier (CID)`,
		{
			hint: 'A CID starts with Qm and has 46 characters (version 0), or starts with a letter such as b and is longer (version 1), with no path after it',
		},
	);
}
