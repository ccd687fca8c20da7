import type { Component } from '../contracts/component.ts';
import { parse } from '../model/parse.ts';
import { nameSchema } from '../model/primitives.ts';

/** The engine's own shared memories begin with a dot: documents, profiles, instructions, metrics. */
const sharedNameSchema = nameSchema.refine((name) => !name.startsWith('.'), 'must not begin with a dot');

/**
 * The same component with a memory that all agents share which have it under this name.
 * @example const agent = defineAgent({ components: [episodic(), shared(durable(), 'team')] });
 */
export const shared = <SharedComponent extends Component>(
  component: SharedComponent,
  name: string,
): SharedComponent => ({
  ...component,
  sharedAs: parse(sharedNameSchema, name, 'shared.name'),
});
