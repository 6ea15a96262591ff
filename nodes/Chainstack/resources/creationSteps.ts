import type { IDataObject } from 'n8n-workflow';

import {
	createOrUse,
	findExisting,
	type Creation,
	type IfExists,
} from '../../shared/managementApi/createOrUse';
import type { OperationContext } from '../../shared/run/session';

/** A result, now or later. */
type Eventual<T> = T | Promise<T>;

/**
 * The steps of an operation that creates something with a name, or uses what exists, as the user chose.
 * @param describe says what is created, and how it is recognized
 * @param present makes what is returned of the service's record
 */
export function makeCreationSteps<V extends { ifExists: IfExists }>(
	describe: (values: V, context: OperationContext) => Eventual<Creation>,
	present: (record: IDataObject, values: V, context: OperationContext) => Eventual<IDataObject>,
) {
	return {
		async execute(values: V, context: OperationContext) {
			const creation = await describe(values, context);
			const record = await createOrUse(creation, values.ifExists, context);
			return await present(record, values, context);
		},
		async findCreated(values: V, context: OperationContext) {
			if (values.ifExists !== 'use') return undefined;
			const record = await findExisting(await describe(values, context), context);
			return record && (await present(record, values, context));
		},
	};
}
