import type { JsonObject } from '../records.mts';
import type { Store } from '../state.mts';

/** The user who made things, as core objects show it. */
export function creatorView({ user, organization }: Store): JsonObject {
	return {
		id: user.id,
		email: user.email,
		first_name: user.firstName,
		last_name: user.lastName,
		organization: { ...organization },
	};
}
