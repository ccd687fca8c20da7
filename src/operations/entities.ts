import { z } from 'zod';
import { entitySchema, relationshipSchema } from '../model/graph.ts';
import { memorySchema } from '../model/memory.ts';
import { aroundOptionsSchema, entityListOptionsSchema, graphOptionsSchema } from '../souvenir/entities.ts';
import { listOf, named, operation } from './operation.ts';

const count = z.int().nonnegative();
const countedSchema = entitySchema.extend({ memories: count, relationships: count });
const graphSchema = z.object({ entities: listOf(countedSchema), relationships: listOf(relationshipSchema) });

export const entities = named({
  'entities.list': operation({
    summary: 'List entities by number of mentions, most first.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: entityListOptionsSchema,
    output: listOf(countedSchema),
    handler: ({ memory }, options) => memory.entities.list(options),
  }),
  'entities.around': operation({
    summary: 'Show an entity with its relationships and the memories that mention it.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: aroundOptionsSchema,
    output: graphSchema.extend({ entity: countedSchema, memories: listOf(memorySchema) }),
    handler: ({ memory }, options) => memory.entities.around(options),
  }),
  'entities.graph': operation({
    summary: 'Show the most mentioned entities and the relationships between them.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: graphOptionsSchema,
    output: graphSchema,
    handler: ({ memory }, options) => memory.entities.graph(options),
  }),
});
