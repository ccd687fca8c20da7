import { z } from 'zod';
import type { Component, Fading } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { COMPONENT, enterCalls } from './account.ts';
import { callsOf } from './tool-call.ts';

const days = z.number().positive();

const toolConfigSchema = z.strictObject({
  /** Records of an owner; the least important beyond it expire. */
  maxRecords: z.int().min(1).default(500),
  /** Days without a call after which a record begins to fade: successes later than failures, because causes of failure go away. */
  successIdleDays: days.default(30),
  failureIdleDays: days.default(14),
});
type ToolConfig = Readonly<z.output<typeof toolConfigSchema>>;
export type ToolConfigInput = Readonly<z.input<typeof toolConfigSchema>>;

/**
 * Records tool calls: parameters, success, duration and errors. It reads them from the metadata of episodes, and never asks a language model.
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

/** Unused, a failure is forgotten after some five weeks and a routine success after some four months. */
const fadingOf = ({ successIdleDays, failureIdleDays }: ToolConfig): Fading[] => [
  { categories: ['failure'], since: 'update', idleDays: failureIdleDays, rate: 0.6, everyDays: 7, floor: 0.1 },
  { since: 'update', idleDays: successIdleDays, rate: 0.8, everyDays: 14, floor: 0.1 },
];
