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
    summary: 'Show the recall settings of the agent, the saved ones and the test queries.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'project',
    input: nothing,
    output: settingsSchema,
    handler: ({ memory }) => memory.settings.get(),
  }),
  'settings.set': operation({
    summary: 'Save recall settings of the agent for the whole tenant, or test queries.',
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
