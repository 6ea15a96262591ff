import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { container, core } from './n8nCore.mts';

/** Where binaries are stored: in the item itself (`default`, n8n's in-memory mode) or in files. */
export type BinaryMode = 'default' | 'filesystem';

/** A file an input item carries, before n8n stores it. */
export interface InputFile {
	content: Buffer | string;
	fileName?: string;
	mimeType?: string;
}

const services = new Map<BinaryMode, InstanceType<typeof core.BinaryDataService>>();

/**
 * Switches n8n's binary storage. It is one service per process, as on the server, so executions that
 * run at the same time share a mode.
 */
export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	let service = services.get(mode);
	if (service === undefined) {
		const config = container.get(core.BinaryDataConfig);
		config.mode = mode;
		const reporter = container.get(core.ErrorReporter);
		service = new core.BinaryDataService(config, reporter, reporter['logger']);
		await service.init();
		services.set(mode, service);
	}
	container.set(core.BinaryDataService, service);
}

/** An input item with files, e.g. `binaryItem({ id: 1 }, { data: { content: 'a,b', fileName: 'x.csv' } })`. */
export function binaryItem(
	json: IDataObject,
	files: Record<string, InputFile>,
): INodeExecutionData {
	const binary: Record<string, IBinaryData> = {};
	for (const [property, { content, fileName, mimeType }] of Object.entries(files)) {
		binary[property] = {
			data: Buffer.from(content).toString('base64'),
			mimeType: mimeType ?? 'application/octet-stream',
			fileName,
		};
	}
	return { json, binary };
}

/** Where n8n files the binaries of one execution. */
export interface ExecutionIds {
	workflowId: string;
	executionId: string;
}

/**
 * Copies of the items whose binaries are stored the way the current mode stores them, as n8n does
 * with the files a webhook or a form receives.
 */
export async function storeBinaries(
	items: readonly INodeExecutionData[],
	{ workflowId, executionId }: ExecutionIds,
): Promise<INodeExecutionData[]> {
	const stored: INodeExecutionData[] = [];
	for (const item of items) {
		const copy = structuredClone(item);
		for (const [property, file] of Object.entries(copy.binary ?? {})) {
			if (file.id !== undefined) continue;
			const content = Buffer.from(file.data, 'base64');
			const { fileName, mimeType } = file;
			const prepared = await core.prepareBinaryData(
				content,
				executionId,
				workflowId,
				fileName,
				mimeType,
			);
			copy.binary = { ...copy.binary, [property]: prepared };
		}
		stored.push(copy);
	}
	return stored;
}

/** The bytes of a binary that a run output, whichever mode stored it. */
export async function readBinary(binary: IBinaryData): Promise<Buffer> {
	return await container.get(core.BinaryDataService).getAsBuffer(binary);
}
