import { z } from 'zod';
import { recallChangeSchema } from '../recall/config.ts';
import { usedConfigSchema } from '../recall/explain.ts';
import { recallTestsSchema, settingsChangeSchema, settingsVersionsSchema } from '../souvenir/agent-settings.ts';
import { named, nothing, operation } from './operation.ts';

const settingsSchema = z.object({
  recall: recallChangeSchema,
  config: usedConfigSchema,
  tests: recallTestsSchema.readonly(),
  versions: settingsVersionsSchema,
});

export const settings = named({
  'settings.get': operation({
    summary: 'Show how the agent recalls, what was saved of that, and the queries it is tried with.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'project',
    input: nothing,
    output: settingsSchema,
    handler: ({ memory }) => memory.settings.get(),
  }),
  'settings.set': operation({
    summary: 'Save how the agent recalls for every user of the tenant, or the queries it is tried with.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'context',
    belongsTo: 'project',
    tunes: ({ recall }) => recall !== undefined,
    input: settingsChangeSchema,
    output: settingsSchema,
    handler: ({ memory }, change) => memory.settings.set(change),
  }),
});
