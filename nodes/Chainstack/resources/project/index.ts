import {
	defineFilters,
	organizationFilter,
	returnAllProperties,
	sortProperty,
	textFilter,
} from '../../../shared/fields/listFields';
import { readList } from '../../../shared/fields/readList';
import { projectLocator } from '../../../shared/fields/locator';
import { checkChanges, platformOptions, updateFieldsOf } from '../../../shared/fields/options';
import { defineOperation, type Resource } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { create, descriptionField, nameField } from './create';

const remove = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete project',
	description: 'Permanently remove a project; its networks and nodes have to be deleted first',
	effect: 'updates',
	properties: [projectLocator, platformOptions()],
	async execute({ project: id }, { api }) {
		const hint =
			'Delete its nodes and networks first (Node, Delete; Network, Delete), then the project';
		await api.remove(`/v2/projects/${id}/`, `project ${id}`, hint);
		return { deleted: true, id };
	},
});

const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get project',
	description: 'Retrieve name, description and number of networks of one project',
	effect: 'reads',
	properties: [projectLocator, platformOptions()],
	execute: ({ project: id }, { api }) => api.get(`/v2/projects/${id}/`, `project ${id}`),
});

const getAll = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many projects',
	description: 'List projects, all of them or those that match the filters',
	effect: 'reads',
	properties: [
		...returnAllProperties,
		defineFilters(
			textFilter('name', 'Name', 'projects of exactly this name', 'Production'),
			organizationFilter('projects of this organization'),
			field('options', 'Type', 'type', {
				options: [{ name: 'Public', value: 'public' }],
				default: 'public',
				description: 'Only projects of this type',
			}),
		),
		sortProperty,
		platformOptions(),
	],
	execute({ filters, sort: orderBy, ...limits }, context) {
		return readList('/v2/projects/', { ...filters, orderBy }, limits, context);
	},
});

const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update project',
	description: 'Change the name or the description of a project',
	effect: 'updates',
	properties: [
		projectLocator,
		updateFieldsOf(
			{
				...descriptionField,
				description: 'What the project is for; an empty text removes the current description',
			},
			{ ...nameField, description: 'The new name of the project' },
		),
		platformOptions(),
	],
	execute({ project: id, updateFields: { name, ...others } }, { api }) {
		const changes = checkChanges({ ...(name && { name }), ...others });
		return api.update(`/v2/projects/${id}/`, `project ${id}`, changes);
	},
});

/** Projects of the organization. */
export const project: Resource = {
	name: 'Project',
	value: 'project',
	description: 'Projects, which group the networks and nodes of the organization',
	operations: [create, remove, get, getAll, update],
};
