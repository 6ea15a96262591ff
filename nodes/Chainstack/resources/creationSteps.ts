import type { IDataObject } from 'n8n-workflow';

import {
	createOrUse,
	findExisting,
	type Creation,
	type IfExists,
} from '../../shared/managementApi/createOrUse';
import type { OperationContext } from '../../shared/run/session';

/** Something to be created, apart from what the fields of each such operation and the run say of it. */
export type Creatable = Omit<Creation, 'name' | 'ifExists' | 'known' | 'hint'>;

/** A result, now or later. */
type Eventual<T> = T | Promise<T>;

/**
 * The steps of an operation that creates something with a name, or uses what exists, as the user chose.
 * @param describe says what is created, and how it is recognized
 * @param present makes what is returned of the service's record
 */
export function makeCreationSteps<V extends { name: string; ifExists: IfExists }>(
	describe: (values: V, context: OperationContext) => Eventual<Creatable>,
	present: (record: IDataObject, values: V, context: OperationContext) => Eventual<IDataObject>,
) {
	const complete = async (values: V, context: OperationContext): Promise<Creation> => {
		const { name, ifExists } = values;
		const { createdIds: known, hint } = context;
		return { ...(await describe(values, context)), name, ifExists, known, hint };
	};
	return {
		async execute(values: V, context: OperationContext) {
			const record = await createOrUse(context.api, await complete(values, context));
			return await present(record, values, context);
		},
		async findCreated(values: V, context: OperationContext) {
			const record = await findExisting(context.api, await complete(values, context));
			return record && (await present(record, values, context));
		},
	};
}
