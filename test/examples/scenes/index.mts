import type { Scene } from '../scene.mts';
import { allowlist } from './allowlist.mts';
import { assistant } from './assistant.mts';
import { bulkRename } from './bulk-rename.mts';
import { deadMansSwitch } from './dead-mans-switch.mts';
import { deploymentGate } from './deployment-gate.mts';
import { faucetTopUp } from './faucet-top-up.mts';
import { fleetReport } from './fleet-report.mts';
import { healthMonitor } from './health-monitor.mts';
import { incidents } from './incidents.mts';
import { ipfsUpload } from './ipfs-upload.mts';
import { lockDown } from './lock-down.mts';
import { monthlyUsage } from './monthly-usage.mts';
import { nodeInventory } from './node-inventory.mts';
import { payOutOnProof } from './pay-out-on-proof.mts';
import { pinFolder } from './pin-folder.mts';
import { provisionNetwork } from './provision-network.mts';
import { quotaAlert } from './quota-alert.mts';
import { readinessCheck } from './readiness-check.mts';
import { serviceLevels } from './service-levels.mts';
import { statusAlert } from './status-alert.mts';
import { unusedNodes } from './unused-nodes.mts';
import { verifyArchiveNode } from './verify-archive-node.mts';

/** All examples on their paths, by file. */
export const scenes: Readonly<Record<string, Scene>> = {
	allowlist,
	assistant,
	'bulk-rename': bulkRename,
	'dead-mans-switch': deadMansSwitch,
	'deployment-gate': deploymentGate,
	'faucet-top-up': faucetTopUp,
	'fleet-report': fleetReport,
	'health-monitor': healthMonitor,
	incidents,
	'ipfs-upload': ipfsUpload,
	'lock-down': lockDown,
	'monthly-usage': monthlyUsage,
	'node-inventory': nodeInventory,
	'pay-out-on-proof': payOutOnProof,
	'pin-folder': pinFolder,
	'provision-network': provisionNetwork,
	'quota-alert': quotaAlert,
	'readiness-check': readinessCheck,
	'service-levels': serviceLevels,
	'status-alert': statusAlert,
	'unused-nodes': unusedNodes,
	'verify-archive-node': verifyArchiveNode,
};
