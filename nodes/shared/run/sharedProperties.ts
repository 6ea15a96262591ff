import type { INodeProperties } from 'n8n-workflow';

/** An operation, as the values of two parameters choose it. */
export interface Choice {
	resource: string;
	operation: string;
}

/** The fields of an operation, in the order of its panel. */
export interface Panel extends Choice {
	fields: readonly INodeProperties[];
}

/** A field, and the operations that have it, each as it has it. */
interface SharedField {
	/** Equal for fields that become one parameter. */
	key: string;
	owners: Array<Choice & { field: INodeProperties }>;
}

/** Collections of which each operation has its own part: one parameter, whose fields say what they are shown for. */
const MERGED: ReadonlySet<string> = new Set(['limits', 'options']);

/**
 * Makes the parameters of a node from the panels of its operations. A field that several operations have is one
 * parameter shown for all of them: n8n finds parameters by name and by what they are shown for, and the editor loads the
 * whole description whenever it starts.
 *
 * @param root how conditions name the parameters of the node: with a slash in front, if they are not siblings
 * @returns parameters in an order that is the one of every panel
 */
export function shareFields(panels: readonly Panel[], root: '' | '/' = ''): INodeProperties[] {
	const shared: SharedField[] = [];
	for (const { fields, resource, operation } of panels) {
		let last = -1;
		for (const field of fields) {
			const key = JSON.stringify(isMerged(field) ? { ...field, options: [] } : field);
			const owner = { resource, operation, field };
			// Behind the previous field of the panel, so that the order stays.
			const same = shared.findIndex((each, index) => index > last && each.key === key);
			last = same === -1 ? last + 1 : same;
			if (same === -1) shared.splice(last, 0, { key, owners: [owner] });
			else shared[same].owners.push(owner);
		}
	}
	return shared.flatMap(({ owners }) => {
		const field = mergeInside(owners);
		// What all have needs no condition inside of a collection, which has one itself.
		if (root === '/' && owners.length === panels.length) return [field];
		return groupOwners(owners, panels).map((group) => showFor(field, group, root));
	});
}

function isMerged({ name, type }: INodeProperties): boolean {
	return type === 'collection' && MERGED.has(name);
}

/** @returns the field, with the fields of all its owners if it is a collection of which each has its own part */
function mergeInside(owners: SharedField['owners']): INodeProperties {
	const [{ field }] = owners;
	if (!isMerged(field)) return field;
	const panels = owners.map(({ field: own, ...choice }) => {
		return { ...choice, fields: own.options as INodeProperties[] };
	});
	return { ...field, options: shareFields(panels, '/') };
}

/** Resources and operations, of which every pair that exists is meant: n8n has no other way to say which. */
interface Group {
	resources: string[];
	operations: string[];
}

/** Forms few groups of these operations, and of no others. */
function groupOwners(owners: readonly Choice[], all: readonly Choice[]): Group[] {
	const groups: Group[] = [];
	for (const resource of new Set(owners.map((owner) => owner.resource))) {
		const own = owners.filter((owner) => owner.resource === resource);
		const operations = own.map(({ operation }) => operation);
		const fitting = groups.find((group) =>
			isExact(widen(group, resource, operations), owners, all),
		);
		if (fitting === undefined) groups.push({ resources: [resource], operations });
		else Object.assign(fitting, widen(fitting, resource, operations));
	}
	return groups;
}

function widen(group: Group, resource: string, operations: readonly string[]): Group {
	return {
		resources: [...group.resources, resource],
		operations: [...new Set([...group.operations, ...operations])],
	};
}

/** @returns whether all operations that a group means are among the owners */
function isExact(
	{ resources, operations }: Group,
	owners: readonly Choice[],
	all: readonly Choice[],
): boolean {
	return all
		.filter(
			({ resource, operation }) => resources.includes(resource) && operations.includes(operation),
		)
		.every((choice) => owners.some((owner) => isSame(owner, choice)));
}

function isSame(one: Choice, other: Choice): boolean {
	return one.resource === other.resource && one.operation === other.operation;
}

/** The conditions of the operation come first: n8n shows a field as soon as it finds an expression in one. */
function showFor(
	field: INodeProperties,
	{ resources, operations }: Group,
	root: '' | '/',
): INodeProperties {
	const { displayOptions, ...rest } = field;
	const chosen = { [`${root}resource`]: resources, [`${root}operation`]: operations };
	const show = { ...chosen, ...displayOptions?.show };
	return { ...rest, displayOptions: { ...displayOptions, show } };
}
