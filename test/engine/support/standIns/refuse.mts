/** Ends a run whose workflow needs more than a stand-in supports, instead of doing something else. */
export function refuse(node: string, parameter: string, value: unknown): never {
	throw new Error(
		`The stand-in for ${node} does not do '${parameter}' = ${JSON.stringify(value)}; ` +
			'extend it in test/engine/support/standIns or test the workflow end to end.',
	);
}
