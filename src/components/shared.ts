import type { Component } from '../contracts/component.ts';
import { parse } from '../model/parse.ts';
import { nameSchema } from '../model/primitives.ts';

/** What begins with a dot is kept beside agents by the engine: documents, profiles, instructions, metrics. */
const sharedNameSchema = nameSchema.refine((name) => !name.startsWith('.'), 'must not begin with a dot');

/**
 * The same component over a memory that every agent shares who has it under this name.
 * @example const agent = defineAgent({ components: [episodic(), shared(durable(), 'team')] });
 */
export const shared = <SharedComponent extends Component>(
  component: SharedComponent,
  name: string,
): SharedComponent => ({
  ...component,
  sharedAs: parse(sharedNameSchema, name, 'shared.name'),
});
