import { z } from 'zod';
import { idSchema, momentSchema, nameSchema, unitSchema } from './primitives.ts';

export const linkTypeSchema = z.enum(['related', 'derivedFrom', 'contradicts', 'supersedes', 'reinforces']);
export type LinkType = z.infer<typeof linkTypeSchema>;

/** A directed tie between two memories, unique by (from, to, type). */
export const linkSchema = z.object({
  fromId: idSchema,
  toId: idSchema,
  type: linkTypeSchema,
  strength: unitSchema.default(0.5),
  createdAt: momentSchema,
});
export type Link = Readonly<z.infer<typeof linkSchema>>;

/** As strong as can be. */
export const linkOf = (fromId: string, toId: string, type: LinkType, createdAt: Date): Link => ({
  ...{ fromId, toId, type, createdAt },
  strength: 1,
});

/** A named thing that memories mention, unique by its name without regard to case. */
export const entitySchema = z.object({
  id: idSchema,
  name: nameSchema,
  /** Other names that it goes by; none of them is that of another entity. */
  aliases: z.array(nameSchema).optional(),
  /** person, project, concept, preference, fact, or what a component finds fitting. */
  type: nameSchema,
});
export type Entity = Readonly<z.infer<typeof entitySchema>>;

/** A directed tie between two entities, unique by (from, to, relation). */
export const relationshipSchema = z.object({
  fromId: idSchema,
  toId: idSchema,
  relation: nameSchema,
  confidence: unitSchema.default(1),
  updatedAt: momentSchema,
  /** The memory that says so: the tie holds as long as that does. */
  memoryId: idSchema.optional(),
});
export type Relationship = Readonly<z.infer<typeof relationshipSchema>>;

/** What makes two names the same: neither case nor the way an accent is encoded. */
export const foldName = (name: string): string => name.trim().normalize('NFKC').toLowerCase();
