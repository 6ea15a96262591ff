import type { IDataObject } from 'n8n-workflow';

/** Sets a field named with dots and brackets, e.g. `person[0].name`, as Edit Fields does. */
export function setByPath(target: IDataObject, path: string, value: IDataObject[string]): void {
	const keys = path.replaceAll(/\[(\w+)\]/g, '.$1').split('.');
	const last = keys.pop() ?? path;
	let current = target;
	for (const [index, key] of keys.entries()) {
		if (typeof current[key] !== 'object' || current[key] === null) {
			const next = keys[index + 1] ?? last;
			current[key] = /^\d+$/.test(next) ? [] : {};
		}
		current = current[key] as IDataObject;
	}
	current[last] = value;
}
