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
    summary: 'List the things that memories name, those named most first.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: entityListOptionsSchema,
    output: listOf(countedSchema),
    handler: ({ memory }, options) => memory.entities.list(options),
  }),
  'entities.around': operation({
    summary: 'Show a thing with what is tied to it, and the memories that name it.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: aroundOptionsSchema,
    output: graphSchema.extend({ entity: countedSchema, memories: listOf(memorySchema) }),
    handler: ({ memory }, options) => memory.entities.around(options),
  }),
  'entities.graph': operation({
    summary: 'Show the things named most, and the relationships among them.',
    effect: 'reads',
    capability: 'recall',
    belongsTo: 'project',
    input: graphOptionsSchema,
    output: graphSchema,
    handler: ({ memory }, options) => memory.entities.graph(options),
  }),
});
