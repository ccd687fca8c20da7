import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { souvenirClient } from '../../src/client/index.ts';
import { type ScopeInput, SouvenirError } from '../../src/index.ts';
import { mcpServerOf } from '../../src/mcp/mcp-server.ts';
import { type Operation, perform } from '../../src/operations/operation.ts';
import { type OperationName, operations } from '../../src/operations/operations.ts';
import type { Served } from '../../src/server/app.ts';
import type { freshCli } from './cli.ts';
import type { Reported } from './operation-rows.ts';
import { serveMemory } from './serve-memory.ts';

const SCOPE: ScopeInput = { userId: 'ana', agentId: 'ada', sessionId: 'monday' };

export interface Scene extends Served {
  /** The file of the memory, for doors that open it themselves. */
  readonly path: string;
}

type Views = Readonly<Partial<Record<OperationName, (answer: Reported[OperationName]) => unknown>>>;

/** A way to perform operations on a scene. */
interface Door {
  /** Whether this operation can be performed through it; what cannot is done by the library, for those after it. */
  performs(operation: { readonly command?: string; readonly tool?: string }): boolean;
  /** What it tells at least, of the library's answer, where that is not the whole. */
  readonly views?: Views;
  /** It opens the memory itself, with a clock and a reader of its own. */
  readonly isLive?: true;
  open(scene: Scene): Promise<{
    perform(name: OperationName, input: object, given: readonly string[]): Promise<unknown>;
    close(): Promise<void>;
  }>;
}

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export const inLibrary = async ({ souvenir, store }: Served, name: OperationName, input: object): Promise<unknown> => {
  const operation = operations[name] as unknown as Operation<never, never, unknown>;
  const result = await perform(operation, { souvenir, store, memory: souvenir.for(SCOPE) }, input as never);
  return name === 'export' ? all(result as AsyncIterable<unknown>) : result;
};

export const AGENTS = [
  {
    id: 'ada',
    parent: 'team',
    playbooks: { code_review: 'Read the tests first.' },
    recall: { threshold: 0, minScoreShare: 0 },
  },
  { id: 'team' },
];

const contents = (memories: readonly { content: string }[]) => memories.map(({ content }) => ({ content }));
const whole = (answer: unknown) => answer;

/** To add one, say how it performs an operation, and which it performs: those that name a `command`, or a `tool`. */
export const doors = (cli: ReturnType<typeof freshCli>): Readonly<Record<string, Door>> => ({
  http: {
    performs: () => true,
    async open(scene) {
      const server = await serveMemory(scene);
      const client = souvenirClient({ url: server.url });
      const memory = client.for(SCOPE);
      return {
        perform: (name, input) =>
          name === 'export' ? all(memory.export(input)) : memory.perform(name, input as never),
        async close() {
          await client.close();
          await server.close();
        },
      };
    },
  },
  'the command line': {
    performs: ({ command }) => command !== undefined,
    isLive: true,
    views: {
      recordAll: ({ length }) => ({ turns: length }),
      'memories.get': (memory) => ({ memory }),
      'memories.neighbours': (neighbours) => ({ neighbours }),
      'profile.get': (values) => ({ values }),
      'profile.details': whole,
      'documents.add': (report) => [report],
      stats: whole,
    },
    async open({ path }) {
      const config = { db: path, scope: SCOPE, embedder: 'hash', agents: AGENTS };
      await writeFile(join(cli.folder, 'souvenir.config.json'), JSON.stringify(config));
      return {
        async perform(name, input, given) {
          const { command = '' } = operations[name] as { command?: string };
          const { content, text, turns } = input as { content?: string; text?: string; turns?: object[] };
          const statement = content ?? text ?? JSON.stringify(turns ?? '');
          const { stdout, stderr, code } = await cli.souvenir([...command.split(' '), ...given, '--json'], {
            input: statement,
          });
          if (stdout === '')
            throw new SouvenirError(
              code === 2 ? 'invalidInput' : 'notFound',
              /^souvenir: (.*)/.exec(stderr)?.[1] ?? stderr,
            );
          return name === 'export'
            ? stdout
                .trim()
                .split('\n')
                .map((line) => JSON.parse(line))
            : JSON.parse(stdout);
        },
        async close() {},
      };
    },
  },
  mcp: {
    performs: ({ tool }) => tool !== undefined,
    views: {
      recall: ({ items }) => ({ memories: contents(items) }),
      'memories.list': ({ memories }) => ({ memories: contents(memories) }),
      'memories.add': ({ memory: { id }, did }) => ({ id, did }),
      'memories.correct': ({ id, corrected }) => ({ id, corrected: corrected.length > 0 }),
      'memories.forget': ({ id }) => ({ id }),
      recordAll: ({ length }) => ({ recorded: length }),
      turn: ({ text }) => ({ prompt: text.split('\n\nMessage:\n')[0] }),
      'profile.get': (values) => ({
        profile: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
      }),
    },
    async open({ souvenir, store }) {
      const [here, there] = InMemoryTransport.createLinkedPair();
      await mcpServerOf({ souvenir, store, memory: souvenir.for(SCOPE) }).connect(there);
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(here);
      return {
        async perform(operation, input) {
          const name = (operations[operation] as { tool?: string }).tool ?? '';
          const { tools } = await client.listTools();
          const fields = Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
          const taken = Object.entries(input).filter(([field]) => fields.includes(field));
          const { structuredContent } = await client.callTool({ name, arguments: Object.fromEntries(taken) });
          return structuredContent;
        },
        close: () => client.close(),
      };
    },
  },
});
