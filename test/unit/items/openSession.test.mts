import { describe, expect, it } from 'vitest';

import { resources } from '../../../nodes/Chainstack/resources';
import { limitsOf } from '../../../nodes/shared/items/openSession';
import {
	CREATE_LIMITS,
	PLATFORM_LIMITS,
	RPC_LIMITS,
} from '../../../nodes/shared/items/requestOptions';

const OPERATIONS = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => [`${value} ${operation.value}`, operation] as const),
);

describe('limitsOf', () => {
	it.each(OPERATIONS)('gives %s those of its kind', (name, operation) => {
		const others = operation.effect === 'creates' ? CREATE_LIMITS : PLATFORM_LIMITS;
		expect(limitsOf(operation)).toBe(name.startsWith('jsonRpc ') ? RPC_LIMITS : others);
	});
});
