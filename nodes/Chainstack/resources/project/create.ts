import type { IDataObject } from 'n8n-workflow';

import { NEWEST_FIRST } from '../../../shared/platform/createOrFindTraces';
import { createOrUse } from '../../../shared/platform/createOrUse';
import { Problem } from '../../../shared/pure/problem';
import { defineOperation } from '../../../shared/session/operation';
import { creationOptions, ifExistsOption } from '../options';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create project',
	description: 'Add a project, in which networks and nodes can then be started',
	effect: 'creates',
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Production',
			description: 'Name of the project',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					placeholder: 'e.g. Nodes that customers depend on',
					description: 'What the project is for',
				},
			],
		},
		creationOptions(
			ifExistsOption(
				'What to do when the organization already has a project of the same name, for example because this workflow ran before. The output then says whether it already existed.',
			),
		),
	],
	async execute({ name, additionalFields, options }, { api, createdIds }) {
		if (name === '') {
			throw new Problem("'Name' is empty, so nothing was sent", {
				hint: 'Enter the name of the new project',
			});
		}
		const { description } = additionalFields;
		const creation = {
			thing: 'project',
			name,
			ifExists: options.ifExists,
			path: '/v2/projects/',
			query: { name, ...NEWEST_FIRST },
			matches: (record: IDataObject) => record.name === name,
			known: createdIds,
		};
		return await createOrUse(
			api,
			creation,
			async () =>
				await api.create('/v2/projects/', 'project', { name, ...(description && { description }) }),
		);
	},
});
