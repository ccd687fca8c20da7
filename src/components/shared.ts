import type { Component } from '../contracts/component.ts';
import { parse } from '../model/parse.ts';
import { nameSchema } from '../model/primitives.ts';

/** The same component over a memory that every agent shares who has it under this name. */
export const shared = <Kind extends Component>(component: Kind, name: string): Kind => ({
  ...component,
  sharedAs: parse(nameSchema, name, 'shared.name'),
});
