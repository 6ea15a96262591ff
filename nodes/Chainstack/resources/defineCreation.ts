import type { IDataObject } from 'n8n-workflow';

import {
	createOrUse,
	findExisting,
	readAgain,
	type Creation,
	type IfExists,
} from '../../shared/managementApi/createOrUse';
import type { Operation } from '../../shared/run/operation';
import type { OperationContext } from '../../shared/run/operationContext';
import { pick } from '../../shared/text/json';
import type { Property, ValuesOf } from '../../shared/values/field';

/** A result, now or later. */
type Eventual<T> = T | Promise<T>;

interface CreationDefinition<P extends readonly Property[], V = Readonly<ValuesOf<P>>>
	extends Omit<Operation<P, V>, 'effect' | 'execute' | 'findCreated' | 'readCreated'> {
	/** Says what is created, and how it is recognized. @throws Problem */
	describe(values: V, context: OperationContext): Eventual<Creation>;
	/** Makes what is returned of the service's record. */
	present(record: IDataObject, values: V, context: OperationContext): Eventual<IDataObject>;
}

/** Declares an operation that creates something with a name, or uses what exists, as the user chose. */
export function defineCreation<const P extends readonly Property[]>(
	definition: CreationDefinition<P>,
): Operation {
	type Values = Parameters<typeof definition.describe>[0];
	const { describe, present, ...operation } = definition;
	const creation = {
		...operation,
		effect: 'creates',
		async execute(values: Values & { ifExists: IfExists }, context: OperationContext) {
			const record = await createOrUse(await describe(values, context), values.ifExists, context);
			return await present(record, values, context);
		},
		async findCreated(values: Values & { ifExists: IfExists }, context: OperationContext) {
			if (values.ifExists !== 'use') return undefined;
			const record = await findExisting(await describe(values, context), context);
			return record && (await present(record, values, context));
		},
		async readCreated(created: IDataObject, values: Values, context: OperationContext) {
			const creation = await describe(values, context);
			const record = await readAgain(String(created.id), creation, context.api);
			return await present({ ...record, ...pick(created, 'alreadyExisted') }, values, context);
		},
	};
	// As for every operation, the values are checked against the properties when they are read.
	return creation as unknown as Operation;
}
