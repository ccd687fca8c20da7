import { z } from 'zod';
import { memorySchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { recallItemSchema } from '../model/recall.ts';
import { type Effect, jsonSchemaOf, type Operation, type OperationContext, perform } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Memories } from '../souvenir/memories.ts';
import type { UserProfile } from '../souvenir/profile.ts';
import type { PartOf } from './part-of.ts';

/** What the tools call. */
export type ToolMemory = PartOf<ScopedSouvenir, 'recall' | 'turn' | 'record' | 'flush'> & {
  readonly memories: PartOf<Memories, 'add' | 'list' | 'correct' | 'forget'>;
  readonly profile: PartOf<UserProfile<z.ZodObject>, 'get'>;
};

export type MemoryToolName =
  `memory_${'search' | 'context' | 'profile' | 'list' | 'save' | 'record' | 'correct' | 'forget'}`;

export interface MemoryTool {
  readonly name: MemoryToolName;
  readonly description: string;
  readonly effect: Effect;
  /** The JSON Schema of its input. */
  readonly parameters: ReturnType<typeof jsonSchemaOf>;
  run(memory: ToolMemory, input: unknown): Promise<unknown>;
}

/** What a model hands in is its own word, not the user's. */
const AGENT = { metadata: { trust: 'agent' } };

/** An operation for a model: fewer fields go in, fewer come out, as each costs tokens in every conversation. */
function toolOf<Input extends z.ZodObject>(
  operation: Operation<Input, z.ZodType, unknown>,
  { takes, gives, adds = {} }: { takes: readonly (keyof Input['shape'])[]; gives: z.ZodType; adds?: object },
): MemoryTool {
  const picked = Object.fromEntries(takes.map((field) => [field, operation.input.shape[field as string]]));
  const input = z.strictObject(picked as z.ZodRawShape);
  return {
    name: operation.tool as MemoryToolName,
    description: operation.summary,
    effect: operation.effect,
    // A copy is plain: the Agents SDK refuses what also is a Standard Schema.
    parameters: { ...jsonSchemaOf(input, 'input') },
    async run(memory, given) {
      // An operation that a model may call needs no more than the handle.
      const context = { memory } as unknown as OperationContext;
      const whole = { ...parse(input, given, operation.name), ...adds } as z.input<Input>;
      return gives.parse(await perform(operation, context, whole));
    },
  };
}

const held = memorySchema.pick({ id: true, content: true, category: true, createdAt: true });
const recalled = recallItemSchema.pick({
  ...{ id: true, content: true, category: true, createdAt: true, validAt: true, confidence: true, doubtedAt: true },
});

export const MEMORY_TOOLS: readonly MemoryTool[] = [
  toolOf(operations.recall, {
    takes: ['query', 'topK', 'from', 'to'],
    gives: z.object({ items: z.array(recalled), reason: z.string().optional() }),
  }),
  toolOf(operations.turn, { takes: ['message'], gives: z.object({ text: z.string() }) }),
  toolOf(operations['profile.get'], { takes: [], gives: z.record(z.string(), z.unknown()) }),
  toolOf(operations['memories.list'], {
    takes: ['categories', 'entities', 'from', 'to', 'limit', 'cursor'],
    gives: z.object({ memories: z.array(held), next: z.string().optional() }),
  }),
  toolOf(operations['memories.add'], {
    takes: ['content', 'category', 'validAt'],
    gives: z.object({ memory: held, did: z.string(), superseded: z.array(held) }),
    adds: AGENT,
  }),
  toolOf(operations.record, { takes: ['content'], gives: z.object({ id: z.string() }), adds: AGENT }),
  toolOf(operations['memories.correct'], { takes: ['id', 'saying', 'content', 'reason'], gives: held }),
  toolOf(operations['memories.forget'], { takes: ['id'], gives: held.pick({ id: true }) }),
];
