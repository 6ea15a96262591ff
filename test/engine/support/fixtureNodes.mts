import { writeFixturePackage } from './fixturePackage.mts';

// The emitted item 0 of each shape; `error` of an item is an error object, in json it is text.
const probeNode = `
const { NodeApiError, NodeOperationError, sleep } = require('n8n-workflow');

const shapes = {
	success: (input) => ({ json: { ok: true } }),
	X: () => ({ json: { error: 'it failed' } }),
	'X with input': (input) => ({ json: { ...input.json, error: 'it failed' } }),
	'X with httpCode': () => ({ json: { error: 'it failed', httpCode: 404 } }),
	'Y NodeApiError': (input, node, itemIndex) => ({
		json: {},
		error: new NodeApiError(node, { message: 'raw' }, {
			message: 'it failed', description: 'how to go on', itemIndex,
		}),
	}),
	'Y NodeOperationError': (input, node, itemIndex) => ({
		json: {},
		error: new NodeOperationError(node, 'it failed', { description: 'how to go on', itemIndex }),
	}),
	'Y with json': (input, node, itemIndex) => ({
		json: { kept: true },
		error: new NodeOperationError(node, 'it failed', { description: 'how to go on', itemIndex }),
	}),
};

class Probe {
	constructor() {
		this.description = {
			displayName: 'Probe', name: 'probe', group: ['transform'], version: 1, description: 'Probe',
			defaults: { name: 'Probe' }, inputs: ['main'], outputs: ['main'], usableAsTool: true,
			credentials: [{ name: 'probeApi', required: false, testedBy: 'probeTest' }],
			properties: [
				{ displayName: 'Act', name: 'act', type: 'string', default: 'emit' },
				{ displayName: 'Shapes', name: 'shapes', type: 'string', default: 'success' },
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				{ displayName: 'Needed', name: 'needed', type: 'string', default: '', required: true,
					displayOptions: { show: { act: ['needy'] } } },
			],
		};
		this.methods = {
			loadOptions: {
				async getRegions() {
					const provider = this.getCurrentNodeParameter('&provider');
					return [{ name: String(provider), value: String(provider) }];
				},
			},
			listSearch: {
				async searchThings(filter, paginationToken) {
					const { key } = await this.getCredentials('probeApi');
					return { results: [{ name: filter + key, value: 1 }], paginationToken };
				},
			},
			credentialTest: {
				async probeTest(credential) {
					const { url, key, optional } = credential.data;
					const { statusCode } = await this.helpers.request({
						uri: url, method: 'GET', headers: { key }, json: true,
						simple: false, resolveWithFullResponse: true,
					});
					const status = statusCode === 200 ? 'OK' : 'Error';
					return { status, message: 'HTTP ' + statusCode + ', optional is ' + optional };
				},
			},
		};
	}

	async execute() {
		const staticData = this.getWorkflowStaticData('node');
		staticData.tries = (staticData.tries ?? 0) + 1;
		const items = this.getInputData();
		const node = this.getNode();
		const act = this.getNodeParameter('act', 0);
		const context = this.getContext('node');

		if (act === 'emit') {
			const names = this.getNodeParameter('shapes', 0).split(',');
			return [items.map((input, item) => ({
				...shapes[names[item % names.length]](input, node, item), pairedItem: { item },
			}))];
		}
		if (act === 'throw') {
			throw new NodeOperationError(node, 'it failed', { description: 'how to go on', itemIndex: 1 });
		}
		if (act === 'remember') {
			context.seen = (context.seen ?? 0) + 1;
			if (staticData.tries < 3) throw new NodeOperationError(node, 'try ' + staticData.tries);
			return [[{ json: { seen: context.seen } }]];
		}
		if (act === 'wait') {
			const signal = this.getExecutionCancelSignal();
			const aborted = new Promise((resolve) => {
				if (signal.aborted) resolve('before');
				signal.addEventListener('abort', () => resolve(true));
			});
			staticData.sawAbort = await Promise.race([aborted, sleep(5000).then(() => false)]);
			if (!this.getNodeParameter('value', 0)) return [[{ json: {} }]];
			throw new NodeOperationError(node, this.getNodeParameter('value', 0));
		}
		if (act === 'hide') {
			const cause = Object.assign(new Error('x'), { config: { headers: { key: 'in-the-cause' } } });
			const error = new NodeApiError(node, cause, { message: 'it failed' });
			return [[{ json: {}, error, pairedItem: { item: 0 } }]];
		}
		if (act === 'request') {
			const url = this.getNodeParameter('url', 0);
			const plain = await this.helpers.httpRequest({ url });
			const authenticated = await this.helpers.httpRequestWithAuthentication.call(
				this, 'probeApi', { url },
			);
			return [[{ json: { plain, authenticated } }]];
		}
		if (act === 'read') {
			const outputs = [];
			for (const item of items.keys()) {
				const file = this.helpers.assertBinaryData(item, 'data');
				const content = (await this.helpers.getBinaryDataBuffer(item, 'data')).toString();
				const copy = await this.helpers.prepareBinaryData(Buffer.from(content + '!'), 'copy.txt');
				outputs.push({
					json: { content, fileName: file.fileName, hasId: file.id !== undefined },
					binary: { copy }, pairedItem: { item },
				});
			}
			return [outputs];
		}
		this.addExecutionHints({ message: 'a hint', location: 'outputPane' });
		this.logger.warn('a log line', { secret: 'in-the-log' });
		return [items.map((_, item) => ({
			json: { value: this.getNodeParameter('value', item), type: node.type },
			pairedItem: { item },
		}))];
	}
}
module.exports = { Probe };
`;

const probeCredential = `
class ProbeApi {
	constructor() {
		this.name = 'probeApi';
		this.displayName = 'Probe API';
		this.properties = [
			{ displayName: 'Key', name: 'key', type: 'string', default: '' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Optional', name: 'optional', type: 'string', default: 'by default' },
		];
		this.authenticate = async (credentials, options) => {
			if (credentials.key === '') throw new Error('There is no key');
			return { ...options, headers: { ...options.headers, authorization: credentials.key } };
		};
	}
}
module.exports = { ProbeApi };
`;

/** Full name of the fixture package's node. */
export const probeType = 'n8n-nodes-probe.probe';

/** Writes the fixture package and returns its root. */
export function writeProbePackage(): string {
	return writeFixturePackage('n8n-nodes-probe', {
		'dist/Probe.node.js': probeNode,
		'dist/ProbeApi.credentials.js': probeCredential,
	});
}
