import { z } from 'zod';
import type { Component, Fading } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { COMPONENT, enterCalls } from './account.ts';
import { callsOf } from './tool-call.ts';

const days = z.number().positive();

const toolConfigSchema = z.strictObject({
  /** How many records an owner may hold; the least important beyond it expire. */
  maxRecords: z.int().min(1).default(500),
  /** After so long without a call a record begins to fade: what worked later than what failed, as causes of failure go away. */
  successIdleDays: days.default(30),
  failureIdleDays: days.default(14),
});
type ToolConfig = Readonly<z.output<typeof toolConfigSchema>>;
export type ToolConfigInput = Readonly<z.input<typeof toolConfigSchema>>;

/**
 * Keeps account of tools: what was called with which parameters, whether it worked, how long it took, why it failed.
 * Takes it from what episodes state as data, and never asks a model.
 * @example const agent = defineAgent({ components: [tool({ maxRecords: 100 })] });
 */
export function tool(config: ToolConfigInput = {}): Component {
  const settings = parse(toolConfigSchema, config, 'tool');
  return Object.freeze<Component>({
    name: COMPONENT,
    fading: fadingOf(settings),
    cap: { items: settings.maxRecords, per: 'owner' },
    consolidate: async (batch, context) => {
      const calls = callsOf(batch.episodes);
      const entries = [];
      for (const [name, group] of Map.groupBy(calls, (call) => call.tool)) {
        context.signal?.throwIfAborted();
        entries.push(await enterCalls(name, group, batch, context));
      }
      return {
        memories: entries.flatMap(({ drafts }) => drafts),
        changes: {
          updates: entries.flatMap(({ updates }) => updates),
          entities: entries.flatMap(({ entities }) => entities),
        },
        merged: entries.reduce((sum, { repeated }) => sum + repeated, 0),
      };
    },
  });
}

/** Unused, a failure is gone after some five weeks and a routine success after some four months. */
const fadingOf = ({ successIdleDays, failureIdleDays }: ToolConfig): Fading[] => [
  { categories: ['failure'], since: 'update', idleDays: failureIdleDays, rate: 0.6, everyDays: 7, floor: 0.1 },
  { since: 'update', idleDays: successIdleDays, rate: 0.8, everyDays: 14, floor: 0.1 },
];
