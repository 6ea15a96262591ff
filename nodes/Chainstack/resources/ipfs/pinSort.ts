import { field, type Property } from '../../../shared/values/field';

/** The two dropdowns that determine the order of a list of pins. */
export const pinSortProperties = [
	field('options', 'Sort By', 'sortField', {
		options: [
			{ name: 'Bucket ID', value: 'bucket_id' },
			{ name: 'CID', value: 'CID' },
			{ name: 'Created At', value: 'created_at' },
			{ name: 'Creator', value: 'creator' },
			{ name: 'Folder ID', value: 'folder_id' },
			{ name: 'ID', value: 'ID' },
			{ name: 'Owner', value: 'owner' },
			{ name: 'Public Link', value: 'public_link' },
			{ name: 'Size', value: 'size' },
			{ name: 'Status', value: 'status' },
			{ name: 'Title', value: 'title' },
			{ name: 'Type', value: 'type' },
			{ name: 'Unsorted', value: '' },
			{ name: 'Updated At', value: 'updated_at' },
		],
		default: '',
		description: 'The field that decides the order of the results',
	}),
	field('options', 'Sort Order', 'sortOrder', {
		displayOptions: { hide: { sortField: [''] } },
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		default: 'asc',
		description: 'Whether the smallest or the largest value comes first',
	}),
] as const satisfies readonly Property[];

/** @returns the value of the query's `sort`, empty when no field is chosen */
export function pinSort(field: string, order: 'asc' | 'desc'): string {
	return field === '' ? '' : JSON.stringify({ field, order });
}
