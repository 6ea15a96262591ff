import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message of a conversation, in the format of OpenAI's chat completions. */
export interface ChatMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: string | null;
	tool_calls?: Array<{ id: string; function: { name: string; arguments: string } }>;
	tool_call_id?: string;
}

/** A tool as it is offered to the model. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties?: Record<string, unknown>; required?: string[] };
}

/** The answer of the model: the tools it calls, or its final text. */
export type Turn = { calls: Array<{ name: string; args: object }> } | { text: string };

/** Decides what the model says next. */
export type Script = (messages: ChatMessage[], tools: OfferedTool[]) => Turn;

/** A server with the API of OpenAI's chat completions, whose answers come from a script. */
export class ScriptedModel {
	script: Script = () => ({ text: 'Done.' });

	/** All requests it received, as text. */
	readonly heard: string[] = [];

	private constructor(private readonly server: Server) {}

	/** Starts it on loopback. */
	static async start(): Promise<ScriptedModel> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => model.answer(Buffer.concat(chunks).toString(), response));
		});
		const model = new ScriptedModel(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return model;
	}

	/** The base URL for a credential. */
	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private answer(text: string, response: ServerResponse): void {
		this.heard.push(text);
		const { messages, tools, stream } = JSON.parse(text) as {
			messages: ChatMessage[];
			tools?: Array<{ function: OfferedTool }>;
			stream?: boolean;
		};
		const turn = this.script(
			messages,
			(tools ?? []).map((tool) => tool.function),
		);
		const message = messageOf(turn, this.heard.length);
		const finish = 'calls' in turn ? 'tool_calls' : 'stop';
		const head = { id: 'chatcmpl-1', created: 1, model: 'scripted' };
		if (stream !== true) {
			const choices = [{ index: 0, message, finish_reason: finish }];
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
			return;
		}
		response.setHeader('content-type', 'text/event-stream');
		for (const choice of [
			{ index: 0, delta: message, finish_reason: null },
			{ index: 0, delta: {}, finish_reason: finish },
		]) {
			const chunk = { ...head, object: 'chat.completion.chunk', choices: [choice] };
			response.write(`data: ${JSON.stringify(chunk)}\n\n`);
		}
		response.end('data: [DONE]\n\n');
	}
}

function messageOf(turn: Turn, number: number): object {
	if ('text' in turn) return { role: 'assistant', content: turn.text };
	return {
		role: 'assistant',
		content: null,
		tool_calls: turn.calls.map(({ name, args }, index) => ({
			index,
			id: `call_${number}_${index}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(args) },
		})),
	};
}
