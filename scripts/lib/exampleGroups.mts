/** Examples that belong together: the heading of the gallery, and the tag in the editor of `npm start`. */
export interface ExampleGroup {
	title: string;
	/** The file of each, and how somebody would ask for it ("I want to …"). */
	examples: ReadonlyArray<[file: string, wish: string]>;
}

/** All examples, in the order in which the gallery and the editor of `npm start` show them. */
export const exampleGroups: readonly ExampleGroup[] = [
	{
		title: 'Start here',
		examples: [
			['readiness-check.json', 'know every morning which of my nodes need a look'],
			['status-alert.json', 'get a message when a node fails, and one when it recovers'],
			['provision-network.json', 'create a network from a form, and get its IDs when it is ready'],
			['ipfs-upload.json', 'pin a file to IPFS from a form, and get its CID and link'],
			['assistant.json', 'ask an AI assistant about my nodes, and let it rename them'],
		],
	},
	{
		title: 'Watch',
		examples: [
			['dead-mans-switch.json', 'be told when the watch itself is dead'],
			['fleet-report.json', 'compare all my nodes by chain, and see which lag behind'],
			[
				'health-monitor.json',
				'let another monitor or a load balancer ask for the health of a node',
			],
			['deployment-gate.json', 'deploy only when a node is ready'],
			['verify-archive-node.json', 'check that a new node keeps the whole history'],
		],
	},
	{
		title: 'Manage',
		examples: [
			['node-inventory.json', 'keep a table of all nodes, with disk and memory of dedicated ones'],
			['bulk-rename.json', 'rename many nodes from a list'],
			['pin-folder.json', 'pin a folder to IPFS after an upload'],
		],
	},
	{
		title: 'Cost',
		examples: [
			['quota-alert.json', 'know before the request units of my plan are used up'],
			['monthly-usage.json', 'get a usage report every month'],
			['unused-nodes.json', 'know which nodes will be deleted because nobody uses them'],
			['faucet-top-up.json', 'keep test accounts supplied with test tokens'],
		],
	},
	{
		title: 'Advanced',
		examples: [
			['incidents.json', 'keep incidents in a table'],
			[
				'service-levels.json',
				'keep the service level of each day in a table, and get a report of the month',
			],
			['allowlist.json', 'keep the allowlist of a node equal to a list of addresses'],
			['lock-down.json', 'shut a node off after its key has leaked'],
			[
				'pay-out-on-proof.json',
				'pay out only when several nodes confirm that the account has enough',
			],
		],
	},
];

/** The title of the group that an example belongs to. */
export function groupOf(file: string): string {
	const group = exampleGroups.find(({ examples }) => examples.some(([each]) => each === file));
	if (group === undefined) throw new Error(`${file} is in no group of examples`);
	return group.title;
}
