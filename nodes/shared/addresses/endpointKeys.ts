import { canBeKey, findLoginSecrets } from '../redact/canBeKey';
import { findHostKeys } from '../redact/hostKeys';
import { safeDecode } from '../text/strings';
import { findOrigin } from './pastedAddress';
import { splitPath } from './urls';

/** Path words of node endpoints (platform documentation, node address forms); anything else is a key. */
const PATH_WORD =
	/^(evm|nanoreth|info|exchange|ws|rpc|jsonrpc|ext|bc|c|p|x|api|v\d+(_\d+)?|beacon|eth|graphql|metrics|wallet|walletsolidity)$/i;

/** Names of keys in addresses. */
const NAMES_KEY = /^(api[-_]?)?(key|token|auth|secret|password)s?$/i;

/** The keys and logins of an address. */
export interface Keys {
	/** The key given with it, as segments of a path; none where its host may not get it. */
	given: string[];
	login?: Login;
	/** Whether it needs no other key in its path. */
	isComplete: boolean;
	/** Whether anything in it, or given with it, can identify the caller. */
	hasAny: boolean;
	/** Whether its path holds another key than the one given. */
	isOverridden: boolean;
	/** Everything that must never be shown. */
	secrets: string[];
}

/** User and password of an address. */
interface Login {
	/** Value of the Authorization header. */
	basic: string;
	secrets: string[];
}

/**
 * @param head the segments of the path up to and including the key
 * @param parts the key that is given with the address, and an address at the one host that may get it
 */
export function findKeys(
	address: URL,
	head: readonly string[],
	{ key, keyHost }: { key?: string; keyHost?: string },
): Keys {
	const own = head.filter(isKey).map(safeDecode);
	const inHost = findHostKeys(address.hostname);
	const inQuery = findQueryKeys(address);
	const login = readBasicLogin(address);
	const isKeyForHost = keyHost === undefined || findOrigin(keyHost) === address.origin;
	const given = isKeyForHost ? readGivenKeys(key) : [];
	const isInAddress = own.length > 0 || inHost.length > 0 || login !== undefined;
	const isComplete = isInAddress || given.some((each) => inQuery.includes(each));
	return {
		given,
		login,
		isComplete,
		hasAny: isComplete || given.length > 0 || inQuery.some((value) => value !== ''),
		isOverridden: own.length > 0 && given.some((each) => !own.includes(each)),
		secrets: [...findLikelyKeys(own), ...inHost, ...given, ...(login?.secrets ?? []), ...inQuery],
	};
}

/** @returns whether a segment of a path is none of the words that paths of node endpoints consist of */
export function isKey(segment: string): boolean {
	return !PATH_WORD.test(segment);
}

/** Path segments that can be keys, or follow a name that says so; ordinary words such as `starknet` are not. */
function findLikelyKeys(segments: string[]): string[] {
	return segments.filter(
		(segment, place) => canBeKey(segment) || NAMES_KEY.test(segments[place - 1] ?? ''),
	);
}

/** Values of a query that are, or may be, keys; ordinary settings such as `network=mainnet` are not. */
function findQueryKeys({ searchParams }: URL): string[] {
	const isSecret = (name: string, value: string): boolean =>
		/key|token|auth|secret|pass/i.test(name) || (value.length >= 16 && canBeKey(value));
	return [...searchParams].filter((pair) => isSecret(...pair)).map(([, value]) => value);
}

function readBasicLogin(address: URL): Login | undefined {
	const user = safeDecode(address.username);
	const password = safeDecode(address.password);
	if (user === '' && password === '') return undefined;
	const encoded = Buffer.from(`${user}:${password}`).toString('base64');
	return { basic: `Basic ${encoded}`, secrets: [...findLoginSecrets(user, password), encoded] };
}

/** A key may be pasted with slashes, with the path after it, or as a whole address. */
function readGivenKeys(key = ''): string[] {
	const text = key.trim();
	const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
	return splitPath(isAddress ? safeDecode(new URL(text).pathname) : text).filter(isKey);
}
