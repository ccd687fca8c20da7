export type { CompositionAudit, SectionAudit, SectionName } from './audit.ts';
export { type Composition, compose } from './compose.ts';
export type { ComposeOptions, ComposeParts } from './parts.ts';
