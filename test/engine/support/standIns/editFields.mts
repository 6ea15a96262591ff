import {
	deepCopy,
	jsonParse,
	NodeOperationError,
	validateFieldType,
	type AssignmentCollectionValue,
	type AssignmentValue,
	type FieldType,
	type IDataObject,
} from 'n8n-workflow';
import { defineNode } from '../defineNode.mts';
import { setByPath } from './fieldPath.mts';
import { refuse } from './refuse.mts';

const name = 'Edit Fields (Set)';

/** Stand-in for Edit Fields (Set) from version 3.3 on: manual mapping and JSON output. */
export const editFieldsNode = defineNode(
	{
		displayName: name,
		name: 'set',
		version: [3.3, 3.4, 3.5],
		properties: [
			{ displayName: 'Mode', name: 'mode', type: 'string', default: 'manual' },
			{
				displayName: 'JSON',
				name: 'jsonOutput',
				type: 'json',
				default: '{}',
				displayOptions: { show: { mode: ['raw'] } },
			},
			{
				displayName: 'Fields to Set',
				name: 'assignments',
				type: 'assignmentCollection',
				default: {},
				displayOptions: { show: { mode: ['manual'] } },
			},
			{
				displayName: 'Include Other Input Fields',
				name: 'includeOtherFields',
				type: 'boolean',
				default: false,
			},
			{ displayName: 'Include', name: 'include', type: 'string', default: 'all' },
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				options: [
					{
						displayName: 'Ignore Type Conversion Errors',
						name: 'ignoreConversionErrors',
						type: 'boolean',
						default: true,
					},
				],
			},
		],
	},
	{
		async execute() {
			return [
				this.getInputData().map((item, index) => {
					const mode = this.getNodeParameter('mode', index) as string;
					const includeOthers = this.getNodeParameter('includeOtherFields', index) as boolean;
					const include = this.getNodeParameter('include', index) as string;
					const options = this.getNodeParameter('options', index) as IDataObject;
					if (includeOthers && include !== 'all') refuse(name, 'include', include);

					const json: IDataObject = includeOthers ? deepCopy(item.json) : {};
					if (mode === 'raw') {
						const output = this.getNodeParameter('jsonOutput', index) as string | IDataObject;
						Object.assign(json, typeof output === 'string' ? jsonParse(output) : output);
					} else if (mode === 'manual') {
						const fields = this.getNodeParameter('assignments', index) as AssignmentCollectionValue;
						for (const field of fields.assignments ?? []) {
							const ignore = options.ignoreConversionErrors === true;
							const value = convert(field, ignore, (reason) => {
								const message = `${reason} [item ${index}]`;
								return new NodeOperationError(this.getNode(), message, { itemIndex: index });
							});
							setByPath(json, field.name, value);
						}
					} else {
						refuse(name, 'mode', mode);
					}
					const binary = includeOthers && item.binary ? { binary: { ...item.binary } } : {};
					return { json, ...binary, pairedItem: { item: index } };
				}),
			];
		},
	},
);

function convert(
	{ name: fieldName, type = 'string', value }: AssignmentValue,
	ignoreMismatch: boolean,
	mismatch: (reason: string) => Error,
): IDataObject[string] {
	if (value === undefined || value === null) return null;
	if (type === 'binary') refuse(name, 'assignments.type', type);
	if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
	const checked = validateFieldType(fieldName, value, type as FieldType);
	if (checked.valid) return (checked.newValue ?? null) as IDataObject[string];
	if (!ignoreMismatch) throw mismatch(checked.errorMessage);
	return value as IDataObject[string];
}
