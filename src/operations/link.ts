import { z } from 'zod';
import { type Link, linkTypeSchema } from '../model/graph.ts';
import { idSchema, unitSchema } from '../model/primitives.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

const ends = { ...scopeFields, fromId: idSchema, toId: idSchema };

const linkSchema = z.strictObject({
  ...ends,
  type: linkTypeSchema.default('related'),
  strength: unitSchema.optional(),
});

export const linkOperation: Operation<typeof linkSchema, Promise<Link>> = {
  name: 'link',
  summary: 'Tie two memories; tying them again sets the strength.',
  input: linkSchema,
  handler: (context, { fromId, toId: to, type, strength, ...scope }) =>
    handleFor(context, scope).memories.link(fromId, { to, type, strength }),
};

const unlinkSchema = z.strictObject({ ...ends, type: linkTypeSchema.optional() });

export const unlinkOperation: Operation<typeof unlinkSchema, Promise<{ readonly unlinked: number }>> = {
  name: 'unlink',
  summary: 'Untie two memories, in one way or in all.',
  input: unlinkSchema,
  handler: async (context, { fromId, toId: to, type, ...scope }) => ({
    unlinked: await handleFor(context, scope).memories.unlink(fromId, { to, type }),
  }),
};
