import type { z } from 'zod';
import { callTool, jsonForModel, type MemoryToolName } from '../mcp/tool.ts';
import { TOOLS } from '../mcp/tools.ts';
import { type Operation, type OperationContext, perform } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Memories } from '../souvenir/memories.ts';
import type { UserProfile } from '../souvenir/profile.ts';

export type ToolMemory = Pick<ScopedSouvenir, 'recall' | 'turn' | 'recordAll'> & {
  readonly memories: Pick<Memories, 'add' | 'list' | 'correct' | 'forget'>;
  readonly profile: Pick<UserProfile<z.ZodObject>, 'get'>;
};

export interface MemoryTool {
  readonly name: MemoryToolName;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  run(memory: ToolMemory, input: unknown): Promise<object>;
}

/** The tools of MCP, for a memory without a server. */
export const MEMORY_TOOLS: readonly MemoryTool[] = TOOLS.map((tool) => ({
  name: tool.name,
  description: tool.description,
  parameters: jsonForModel(tool.input, 'input'),
  async run(memory, given) {
    // Operations with a tool use the handle only.
    const context = { memory } as unknown as OperationContext;
    const { structured } = await callTool(tool, given, (name, input) =>
      perform(operations[name] as unknown as Operation<never, never, unknown>, context, input as never),
    );
    return structured;
  },
}));
