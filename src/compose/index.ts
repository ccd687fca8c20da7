export { type Composition, compose } from './compose.ts';
export type { ComposeOptions } from './options.ts';
export type { ComposeParts } from './parts.ts';
