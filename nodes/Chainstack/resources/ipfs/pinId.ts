import { Problem } from '../../../shared/text/problem';
import type { Property } from '../../../shared/values/propertyTypes';

/** Which pin an operation is about. Pin IDs have no documented form that could be checked here. */
export const pinIdProperty = {
	displayName: 'Pin ID',
	name: 'pinId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. the ID that Pin File returned',
	description: 'The pin; Get Many and the operations that pin content return its ID',
} as const satisfies Property;

/**
 * Makes the path of a pin.
 * @throws Problem when the ID is empty or could lead to another path
 */
export function pinPath(id: string): string {
	if (id === '') {
		throw new Problem("'Pin ID' is empty", {
			hint: "Enter the ID of a pin. Get Many and the operations that pin content return it as 'id'",
		});
	}
	if (/[/\\\p{Cc}]/u.test(id) || /^\.+$/.test(id)) {
		throw new Problem(`'${id}' is not a pin ID`, {
			hint: 'A pin ID contains no slashes or control characters. Enter only the ID, not an address',
		});
	}
	return `/v1/ipfs/pins/${encodeURIComponent(id)}`;
}
