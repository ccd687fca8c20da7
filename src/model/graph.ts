import { z } from 'zod';
import { idSchema, momentSchema, nameSchema, unitSchema } from './primitives.ts';

export const linkTypeSchema = z.enum(['related', 'derivedFrom', 'contradicts', 'supersedes', 'reinforces']);
export type LinkType = z.infer<typeof linkTypeSchema>;

export const linkSchema = z.object({
  fromId: idSchema,
  toId: idSchema,
  type: linkTypeSchema,
  strength: unitSchema.default(0.5),
  createdAt: momentSchema,
});
/** A directed link between two memories, unique by (from, to, type). */
export type Link = Readonly<z.infer<typeof linkSchema>>;

export const linkOf = (fromId: string, toId: string, type: LinkType, createdAt: Date): Link => ({
  ...{ fromId, toId, type, createdAt },
  strength: 1,
});

export const entitySchema = z.object({
  id: idSchema,
  name: nameSchema,
  /** None of them is an alias or the name of another entity. */
  aliases: z.array(nameSchema).optional(),
  /** person, project, concept, preference, fact, or another type chosen by a component. */
  type: nameSchema,
});
/** A named thing that memories mention, unique by its name without regard to case. */
export type Entity = Readonly<z.infer<typeof entitySchema>>;

export const relationshipSchema = z.object({
  fromId: idSchema,
  toId: idSchema,
  relation: nameSchema,
  confidence: unitSchema.default(1),
  updatedAt: momentSchema,
  /** The memory that says it: the relationship ends with it. */
  memoryId: idSchema.optional(),
});
/** A directed relationship between two entities, unique by (from, to, relation). */
export type Relationship = Readonly<z.infer<typeof relationshipSchema>>;

/** Names are compared without case and without regard to how accents are encoded. */
export const foldName = (name: string): string => name.trim().normalize('NFKC').toLowerCase();
