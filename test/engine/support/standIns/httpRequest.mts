import {
	jsonParse,
	NodeApiError,
	type IDataObject,
	type IHttpRequestMethods,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';
import { defineNode } from '../defineNode.mts';
import { refuse } from './refuse.mts';

interface NamedValues {
	parameters?: Array<{ name: string; value: string }>;
}

/**
 * Stand-in for HTTP Request, version 4: method, URL, query, headers, a JSON body and the timeout. Credentials,
 * pagination, files and the other options are refused or ignored. A failed item carries the message
 * only, where the real node puts the whole error into its json.
 */
export const httpRequestNode = defineNode(
	{
		displayName: 'HTTP Request',
		name: 'httpRequest',
		version: [4, 4.1, 4.2, 4.3, 4.4],
		properties: [
			{ displayName: 'Method', name: 'method', type: 'string', default: 'GET' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Authentication', name: 'authentication', type: 'string', default: 'none' },
			{ displayName: 'Send Query', name: 'sendQuery', type: 'boolean', default: false },
			{ displayName: 'Query', name: 'queryParameters', type: 'json', default: {} },
			{ displayName: 'Send Headers', name: 'sendHeaders', type: 'boolean', default: false },
			{ displayName: 'Headers', name: 'headerParameters', type: 'json', default: {} },
			{ displayName: 'Send Body', name: 'sendBody', type: 'boolean', default: false },
			{ displayName: 'Content Type', name: 'contentType', type: 'string', default: 'json' },
			{ displayName: 'Specify Body', name: 'specifyBody', type: 'string', default: 'keypair' },
			{ displayName: 'JSON', name: 'jsonBody', type: 'json', default: '' },
			{ displayName: 'Body', name: 'bodyParameters', type: 'json', default: {} },
			{ displayName: 'Options', name: 'options', type: 'json', default: {} },
		],
	},
	{
		async execute() {
			const read = (name: string, index: number) => this.getNodeParameter(name, index) as unknown;
			const named = (name: string, index: number): IDataObject | undefined => {
				const { parameters = [] } = read(name, index) as NamedValues;
				return Object.fromEntries(parameters.map(({ name: key, value }) => [key, value]));
			};
			const outputs: INodeExecutionData[] = [];
			for (const index of this.getInputData().keys()) {
				const authentication = read('authentication', index);
				const contentType = read('contentType', index);
				if (authentication !== 'none') refuse('HTTP Request', 'authentication', authentication);
				if (contentType !== 'json') refuse('HTTP Request', 'contentType', contentType);

				const jsonBody = () => {
					const body = read('jsonBody', index) as string | IDataObject;
					return typeof body === 'string' ? jsonParse<IDataObject>(body) : body;
				};
				try {
					const answer = (await this.helpers.httpRequest({
						method: read('method', index) as IHttpRequestMethods,
						url: read('url', index) as string,
						qs: read('sendQuery', index) ? named('queryParameters', index) : undefined,
						headers: read('sendHeaders', index) ? named('headerParameters', index) : undefined,
						body: !read('sendBody', index)
							? undefined
							: read('specifyBody', index) === 'json'
								? jsonBody()
								: named('bodyParameters', index),
						timeout: (read('options', index) as { timeout?: number }).timeout,
						json: true,
					})) as IDataObject | IDataObject[] | string;
					const answers = Array.isArray(answer) ? answer : [answer];
					for (const json of answers) {
						outputs.push({
							json: typeof json === 'object' ? json : { data: json },
							pairedItem: { item: index },
						});
					}
				} catch (error) {
					if (!this.continueOnFail()) {
						throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: index });
					}
					outputs.push({
						json: { error: (error as Error).message },
						pairedItem: { item: index },
					});
				}
			}
			return [outputs];
		},
	},
);
