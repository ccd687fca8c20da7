import { z } from 'zod';
import type { Consolidation } from '../contracts/component.ts';
import { entitySchema, linkSchema, relationshipSchema } from '../model/graph.ts';
import { memoryUpdateSchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';

const changesSchema = z.strictObject({
  updates: z.array(memoryUpdateSchema).optional(),
  entities: z.array(entitySchema).optional(),
  relationships: z.array(relationshipSchema).optional(),
  links: z.array(linkSchema).optional(),
});

/** Refuses what a component must not write. */
export function checkChanges(changes: Consolidation['changes'], component: string): void {
  parse(changesSchema, changes, `${component} changes`);
}
