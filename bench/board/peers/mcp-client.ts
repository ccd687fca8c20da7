import { load } from './serve.ts';

interface Transport {
  readonly pid: number | null;
}
interface Client {
  connect(transport: Transport): Promise<void>;
  callTool(
    call: { name: string; arguments: unknown },
    schema?: undefined,
    options?: { timeout: number },
  ): Promise<{ structuredContent?: unknown; isError?: boolean; content: { text?: string }[] }>;
  close(): Promise<void>;
}
const TIMEOUT_MS = 600_000;

/** A server of the Model Context Protocol in a process of its own, asked as an agent's program asks it. */
export async function mcpClient(script: string, env: Record<string, string>) {
  const { Client } = await load<{ Client: new (info: unknown) => Client }>('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await load<{ StdioClientTransport: new (options: unknown) => Transport }>(
    '@modelcontextprotocol/sdk/client/stdio.js',
  );
  const { PATH = '', HOME = '' } = process.env;
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [script], stderr: 'inherit' },
    env: { PATH, HOME, ...env },
  });
  const client = new Client({ name: 'souvenir-board', version: '1.0.0' });
  await client.connect(transport);
  return {
    process: transport.pid ?? 0,
    /** What the tool gives: its structured content, or its text read as JSON. */
    async call<Given>(name: string, args: unknown): Promise<Given> {
      const given = await client.callTool({ name, arguments: args }, undefined, { timeout: TIMEOUT_MS });
      const text = given.content.map((part) => part.text ?? '').join('');
      if (given.isError === true) throw new Error(text);
      return (given.structuredContent ?? JSON.parse(text)) as Given;
    },
    close: () => client.close(),
  };
}
